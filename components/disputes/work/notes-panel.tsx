'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { FormEvent } from 'react';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { useToast } from '#components/ui/toast.tsx';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { noteForm } from '#lib/disputes/note-form.ts';
import { disputeKeys } from '#lib/disputes/queries.ts';

/** Internal notes of the team; the bank never sees them. */
export function NotesPanel({ detail: { notes, dispute } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.notes');
  const may = useCan('dispute');
  return (
    <Panel local title={t('title')} note={t('never')}>
      {notes.length === 0 && !may && <p className="text-ink-3">{t('none')}</p>}
      {may && <NewNote id={dispute.id} />}
      {notes.map((note, place) => (
        <div
          key={note.id}
          className={`text-xs ${may || place > 0 ? 'mt-2' : ''} ${place > 0 ? 'border-t border-line pt-2' : ''}`}
        >
          <b>{note.by.name}</b>{' '}
          <span className="text-ink-3">
            <Instant at={note.at} variant="minute" />
          </span>
          <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
        </div>
      ))}
      <AuditLink of="dispute" target={dispute.id} />
    </Panel>
  );
}

function NewNote({ id }: { id: string }) {
  const t = useTranslations('disputes.notes');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const toast = useToast();
  const form = useOperationForm('POST /disputes/{id}/notes', noteForm, {
    params: { id },
    proof: 'none',
    facts: null,
    restarts: true,
    onDone: () => {
      toast(t('added'));
      return client.invalidateQueries({ queryKey: disputeKeys.detail(account, id), exact: true });
    },
  });
  const blank = form.values.text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!blank) void form.submit();
  };
  return (
    <form className="grid gap-1.5" onSubmit={submit}>
      <OperationFields form={form} words={{ text: { label: t('label') } }} />
      {Boolean(form.error) && !form.shownAtFields && <ErrorCard error={form.error} />}
      <div>
        <Button type="submit" size="sm" disabled={blank || form.busy}>
          {t('add')}
        </Button>
      </div>
    </form>
  );
}
