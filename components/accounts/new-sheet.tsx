'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Callout } from '#components/ui/callout.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Segments } from '#components/ui/segments.tsx';
import type { Connection } from '#lib/accounts/queries.ts';
import { type AccountKind, slugFault, slugOf } from '#lib/accounts/rules.ts';
import { call } from '#lib/api/client.ts';
import { ConnectionForm } from './connection-form.tsx';
import { CredentialFields, type Draft } from './credential-fields.tsx';
import { useFaults } from './use-faults.ts';
import { useSave } from './use-save.ts';
import { useTrial } from './use-trial.ts';

type Props = { others: readonly Connection[]; onClose: () => void; onSaved: (slug: string) => void };
type Named = { kind: AccountKind; name: string; slug: string };

const EMPTY: Draft = { environment: 'production', baseUrl: '', credentials: {} };
const KINDS = ['pix', 'hub', 'card'] as const;

/** A connection entered by a person: tested first, kept once. */
export function NewSheet({ others, onClose, onSaved }: Props) {
  const t = useTranslations('accounts.form');
  const [named, setNamed] = useState<Named>({ kind: 'pix', name: '', slug: '' });
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const body = { ...named, ...draft };
  const trial = useTrial(body, (given) => call('POST /api/settings/accounts/test', { body: given }));
  const form = useSave({
    body,
    send: (idempotencyKey) => call('POST /api/settings/accounts', { body, idempotencyKey }),
    said: t('saved'),
    onDone: () => onSaved(named.slug),
  });
  const faults = useFaults(form.error ?? trial.error);
  const onlySimulated = others.every(({ simulator }) => simulator);
  return (
    <ConnectionForm
      title={t('newTitle')}
      confirm={t('newConfirm')}
      note={
        onlySimulated && (
          <Callout look="thin" tone="warn">
            {t('endsReady')}
          </Callout>
        )
      }
      trial={trial}
      form={form}
      faults={faults}
      onClose={onClose}
    >
      <KindAndName
        named={named}
        taken={others.filter(({ simulator }) => !simulator).map(({ slug }) => slug)}
        onChange={(next) => {
          // The parts of one kind's credential mean nothing for another.
          if (next.kind !== named.kind) setDraft({ ...draft, credentials: {} });
          setNamed(next);
        }}
        faultAt={faults.at}
      />
      <CredentialFields kind={named.kind} draft={draft} onChange={setDraft} faultAt={faults.at} />
    </ConnectionForm>
  );
}

type NameProps = {
  named: Named;
  taken: readonly string[];
  onChange: (next: Named) => void;
  faultAt: (field: string) => string | null;
};

function KindAndName({ named, taken, onChange, faultAt }: NameProps) {
  const t = useTranslations('accounts');
  const id = useId();
  const own = named.slug !== slugOf(named.name);
  const wrong = named.slug === '' ? null : taken.includes(named.slug) ? 'taken' : slugFault(named.slug);
  return (
    <>
      <div className="form-field">
        <span className="form-label">{t('form.kind')}</span>
        <Segments
          label={t('form.kind')}
          value={named.kind}
          onChange={(kind) => onChange({ ...named, kind })}
          options={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
        <p className="form-answer">{t(`kindWords.${named.kind}`)}</p>
      </div>
      <Field id={`${id}-name`} label={t('form.name')} hint={t('form.nameHint')} error={faultAt('name')}>
        <Input
          id={`${id}-name`}
          autoComplete="off"
          maxLength={60}
          value={named.name}
          onChange={({ target: { value: name } }) =>
            onChange({ ...named, name, slug: own ? named.slug : slugOf(name) })
          }
        />
      </Field>
      <Field
        id={`${id}-slug`}
        label={t('form.slug')}
        hint={t('form.slugHint', { slug: named.slug || '…' })}
        error={wrong === null ? faultAt('slug') : t(`fault.${wrong}`)}
      >
        <Input
          id={`${id}-slug`}
          mono
          autoComplete="off"
          maxLength={31}
          value={named.slug}
          onChange={(event) => onChange({ ...named, slug: event.target.value })}
        />
      </Field>
    </>
  );
}
