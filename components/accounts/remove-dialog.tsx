'use client';

import { useTranslations } from 'next-intl';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import type { Connection } from '#lib/connections/queries.ts';
import { removeAccountForm } from './account-forms.ts';
import { useAccountChange } from './use-account-change.ts';
import { Refusal, useFaultLabels } from './use-faults.tsx';

type Props = { account: Connection; onClose: () => void };

/** Taking an account away asks for its slug, typed. */
export function RemoveDialog({ account, onClose }: Props) {
  const t = useTranslations('accounts.remove');
  const { id, name, slug } = account;
  const { told, stale } = useAccountChange(onClose);
  const form = useOperationForm('DELETE /api/settings/accounts/{id}', removeAccountForm, {
    params: { id },
    facts: null,
    kept: false,
    words: useFaultLabels(),
    stale,
    onDone: () => told(t('removed', { name })),
  });
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t('title', { name })}
      confirm={t('title', { name })}
      refused={!form.saidAtFields && <Refusal error={form.error} />}
      danger
      fieldsFirst
    >
      <p>{t('words')}</p>
      <OperationFields form={form} words={{ slug: { label: t('type', { slug }), focus: true } }} />
    </OperationForm>
  );
}
