'use client';

import { useTranslations } from 'next-intl';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Callout } from '#components/ui/callout.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { ChoiceField } from '#components/ui/segments.tsx';
import { slugFault, slugOf } from '#lib/accounts/rules.ts';
import { call } from '#lib/api/client.ts';
import type { Connection } from '#lib/connections/queries.ts';
import { ACCOUNT_KINDS } from '#lib/core/account-kinds.ts';
import { type NewAccountDraft, newAccountForm } from './account-forms.ts';
import { ConnectionForm, useTrial } from './connection-form.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { useAccountChange } from './use-faults.tsx';

type Props = { others: readonly Connection[]; onClose: () => void; onSaved: (slug: string) => void };
type Named = Pick<NewAccountDraft, 'kind' | 'name' | 'slug'>;

/** Adds a connection. It can be tested before it is saved. */
export function NewSheet({ others, onClose, onSaved }: Props) {
  const t = useTranslations('accounts.form');
  const { finish, stale } = useAccountChange(() => onSaved(form.values.slug));
  const form = useOperationForm('POST /api/settings/accounts', newAccountForm, {
    facts: null,
    stale,
    onDone: () => finish(t('saved')),
  });
  const { values, set } = form;
  const trial = useTrial(values, (body) => call('POST /api/settings/accounts/test', { body }));
  const onlySimulated = others.every(({ simulator }) => simulator);
  const taken = others.filter(({ simulator }) => !simulator).map(({ slug }) => slug);
  // A change of kind clears the credential, whose fields belong to one kind.
  const name = (next: Named) => set({ ...next, ...(next.kind === values.kind ? {} : { credentials: {} }) });
  return (
    <ConnectionForm
      title={t('newTitle')}
      confirm={t('newConfirm')}
      note={
        onlySimulated && (
          <Callout variant="thin" tone="warn">
            {t('endsReady')}
          </Callout>
        )
      }
      trial={trial}
      form={form}
      onClose={onClose}
    >
      {(errorAt) => (
        <>
          <KindAndName named={values} taken={taken} onChange={name} errorAt={errorAt} />
          <CredentialFields kind={values.kind} draft={values} onChange={set} errorAt={errorAt} />
        </>
      )}
    </ConnectionForm>
  );
}

type NameProps = {
  named: Named;
  taken: readonly string[];
  onChange: (next: Named) => void;
  errorAt: (field: string) => string | null;
};

function KindAndName({ named, taken, onChange, errorAt }: NameProps) {
  const t = useTranslations('accounts');
  const own = named.slug !== slugOf(named.name);
  const wrong = named.slug === '' ? null : taken.includes(named.slug) ? 'taken' : slugFault(named.slug);
  return (
    <>
      <ChoiceField
        label={t('form.kind')}
        value={named.kind}
        onChange={(kind) => onChange({ ...named, kind })}
        options={ACCOUNT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      >
        <p className={fieldAnswer()}>{t(`kindWords.${named.kind}`)}</p>
      </ChoiceField>
      <PlainField
        label={t('form.name')}
        hint={t('form.nameHint')}
        error={errorAt('name')}
        maxLength={60}
        value={named.name}
        onChange={(name) => onChange({ ...named, name, slug: own ? named.slug : slugOf(name) })}
      />
      <PlainField
        label={t('form.slug')}
        hint={t('form.slugHint', { slug: named.slug || '…' })}
        error={wrong === null ? errorAt('slug') : t(`fault.${wrong}`)}
        mono
        maxLength={31}
        value={named.slug}
        onChange={(slug) => onChange({ ...named, slug })}
      />
    </>
  );
}
