'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { ResendSheet } from '#components/resends/sheet/resend-sheet.tsx';
import { checking } from '#lib/resends/start.ts';
import type { Open } from '#lib/webhooks/open.ts';
import { EndpointDrawer } from './endpoint-drawer.tsx';
import { MissingSheet } from './missing-sheet.tsx';
import { EditSheet } from './register/edit-sheet.tsx';
import { NewSheet } from './register/new-sheet.tsx';
import { StartedSheet } from './register/started-sheet.tsx';
import { UrlField } from './register/url-field.tsx';
import { useRegistered, useWebhookFaults } from './register/use-registered.ts';
import { existingWebhookForm } from './register/webhook-forms.ts';
import { CallbackSheet } from './rotate/callback-sheet.tsx';
import { ProvingSheet } from './rotate/proving-sheet.tsx';
import { RotatingSheet } from './rotate/rotating-sheet.tsx';
import { SheetAbsent } from './sheet-absent.tsx';
import { SignatureSheet } from './signature/signature-sheet.tsx';
import { TestSheet } from './test-sheet.tsx';
import { type OpenState, useEndpoint, type Webhooks } from './use-webhooks.ts';

type Props = { open: Open; webhooks: Webhooks; state: OpenState };

/** One record, or one task in steps, beside the list. */
export function OpenDrawer({ open, webhooks, state }: Props): ReactNode {
  switch (open.what) {
    case 'endpoint':
      return <EndpointDrawer key={open.id} id={open.id} webhooks={webhooks} state={state} />;
    case 'new':
      return <NewSheet webhooks={webhooks} state={state} />;
    case 'existing':
      return <ExistingSheet state={state} />;
    case 'started':
      return <StartedSheet key={open.id} id={open.id} webhooks={webhooks} state={state} />;
    case 'edit':
      return <EditSheet key={open.id} id={open.id} webhooks={webhooks} state={state} />;
    case 'rotate':
    case 'prove':
      return <RotateSheet key={open.id} id={open.id} proving={open.what === 'prove'} state={state} />;
    case 'test':
      return <TestSheet key={open.id} id={open.id} state={state} />;
    case 'resend':
      return (
        <ResendSheet
          key={open.id}
          start={checking({ what: 'failures', webhookId: open.id })}
          onClose={state.close}
        />
      );
    case 'callback':
      return <CallbackSheet webhooks={webhooks} state={state} />;
    case 'missing':
      return <MissingSheet webhooks={webhooks} state={state} />;
    case 'signature':
      return <SignatureSheet webhooks={webhooks} state={state} />;
  }
}

type RotateProps = { id: string; proving: boolean; state: OpenState };

/** The guided rotation of one endpoint's secret: until it is stored, then the proof and the resend. */
function RotateSheet({ id, proving, state }: RotateProps) {
  const t = useTranslations('webhooks.rotate');
  const row = useEndpoint(id);
  if (!row) return <SheetAbsent title={t('title')} gone={row === null} onClose={state.close} />;
  if (proving) return <ProvingSheet row={row} state={state} />;
  return <RotatingSheet row={row} state={state} />;
}

/** An endpoint that the provider has and its list does not tell: named here, nothing is sent. */
function ExistingSheet({ state }: { state: OpenState }) {
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
