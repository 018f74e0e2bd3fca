'use client';

import { useTranslations } from 'next-intl';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import type { OpenState } from '../use-webhooks.ts';
import { UrlField } from './url-field.tsx';
import { useRegistered, useWebhookFaults } from './use-registered.ts';
import { existingWebhookForm } from './webhook-forms.ts';

/** An endpoint that the provider has and its list does not tell: named here, nothing is sent. */
export function ExistingSheet({ state }: { state: OpenState }) {
  const t = useTranslations('webhooks.form');
  const words = useWebhookFaults();
  const form = useOperationForm('POST /webhooks', existingWebhookForm, {
    facts: null,
    words: (fault, field) => (field === 'existingId' ? t('idFault') : words(fault)),
    onDone: useRegistered((id) => state.show({ what: 'endpoint', id })),
  });
  return (
    <OperationForm
      form={form}
      as="drawer"
      title={t('existingTitle')}
      onClose={state.close}
      confirm={t('add')}
    >
      <p>{t('existingWords')}</p>
      <OperationFields
        form={form}
        words={{
          existingId: { label: t('id'), rule: t('idRule') },
          url: <UrlField {...form.at('url')} registered={[]} />,
        }}
      />
    </OperationForm>
  );
}
