'use client';

import { useTranslations } from 'next-intl';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { BlockedForm } from '#components/shell/blocked-form.tsx';
import { newKeyForm } from '#lib/payments/new-key-form.ts';
import { useFaultLabels } from '../use-faults.ts';
import { type KeyDialogProps, useKeyChange } from './key-change-dialog.tsx';

/** A random key, or one that the account's holder owns. */
export function NewKeyDialog(props: KeyDialogProps) {
  const t = useTranslations('payments.keys');
  const words = useFaultLabels();
  const form = useOperationForm('POST /pix-keys', newKeyForm, {
    facts: null,
    words: (fault) => words(fault),
    ...useKeyChange(props),
  });
  const types = { EVP: t('types.EVP'), CNPJ: t('types.CNPJ'), CPF: t('types.CPF') };
  const options = { ...types, EMAIL: t('types.EMAIL'), PHONE: t('types.PHONE') };
  return (
    <OperationForm
      form={form}
      onClose={props.onClose}
      title={t('newTitle')}
      confirm={t('newConfirm')}
      closeLabel={t('newClose')}
    >
      <BlockedForm form="keys" />
      <OperationFields
        form={form}
        words={{ type: { label: t('type'), options }, key: { label: t('key'), rule: t('ownRule') } }}
      />
      {form.values.type === 'EVP' && <p className="text-xs text-ink-3">{t('randomWords')}</p>}
    </OperationForm>
  );
}
