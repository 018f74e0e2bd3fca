'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { useAskBeforeUnload } from '#components/forms/use-ask-before-unload.ts';
import { useOperation } from '#components/forms/use-operation.ts';
import { AuditLink } from '#components/shell/audit-link.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Field } from '#components/ui/field.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { disputeKeys } from '#lib/disputes/queries.ts';
import styles from './work.module.css';

const LONGEST = 4_000;

/** Notes of the team to one another; the bank never sees them. */
export function NotesPanel({ detail: { notes, dispute } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.notes');
  const may = useCan('dispute');
  return (
    <Panel local title={t('title')} note={t('never')}>
      {notes.length === 0 && !may && <p className="text-ink-3">{t('none')}</p>}
      {may && <NewNote id={dispute.id} />}
      {notes.map((note) => (
        <div key={note.id} className={`text-xs ${styles.note} ${may ? 'mt-2' : ''}`}>
          <b>{note.by.name}</b>{' '}
          <span className="text-ink-3">
            <Instant at={note.at} variant="minute" />
          </span>
          <p>{note.text}</p>
        </div>
      ))}
      <AuditLink of="dispute" target={dispute.id} />
    </Panel>
  );
}

function NewNote({ id }: { id: string }) {
  const t = useTranslations('disputes.notes');
  const field = useId();
  const account = useSession().account.slug;
  const client = useQueryClient();
  const toast = useToast();
  const [text, setText] = useState('');
  useAskBeforeUnload(text.trim() !== '');
  const add = useOperation('POST /disputes/{id}/notes', {
    params: { id },
    proof: 'none',
    onDone: () => {
      setText('');
      toast(t('added'));
      return client.invalidateQueries({ queryKey: disputeKeys.detail(account, id), exact: true });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') void add.submit({ text });
  };
  return (
    <form className="grid gap-1.5" onSubmit={submit}>
      <Field id={field} label={t('label')}>
        <span className="control h-auto py-1">
          <textarea
            id={field}
            rows={2}
            maxLength={LONGEST}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </span>
      </Field>
      {add.error !== null && <ErrorCard error={add.error} />}
      <div>
        <Button type="submit" size="sm" disabled={text.trim() === '' || add.busy}>
          {t('add')}
        </Button>
      </div>
    </form>
  );
}
