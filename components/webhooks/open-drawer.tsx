'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { ResendSheet } from '#components/resends/sheet/resend-sheet.tsx';
import { Button, TextButton } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { checking } from '#lib/resends/start.ts';
import type { Open } from '#lib/webhooks/open.ts';
import { EndpointDrawer } from './endpoint-drawer.tsx';
import { Point, Points } from './endpoint-state.tsx';
import { useSelectionLabels } from './event-labels.ts';
import { EditSheet } from './register/edit-sheet.tsx';
import { UrlField } from './register/event-choice.tsx';
import { NewSheet } from './register/new-sheet.tsx';
import { StartedSheet } from './register/started-sheet.tsx';
import { useRegistered, useWebhookErrorLabels } from './register/use-registered.ts';
import { existingWebhookForm } from './register/webhook-forms.ts';
import { ProofStep } from './rotate/proof-step.tsx';
import { ProvingSheet } from './rotate/proving-sheet.tsx';
import { CallbackSheet, RotatingSheet } from './rotate/rotating-sheet.tsx';
import { SheetAbsent } from './sheet-absent.tsx';
import { SignatureSheet } from './signature/signature-sheet.tsx';
import { type OpenState, useEndpoint, type Webhooks } from './use-webhooks.ts';

type Props = { open: Open; webhooks: Webhooks; state: OpenState };

/** Signed test of one endpoint, showing its whole address; nothing is sent before the operator starts it. */
export function TestSheet({ id, state }: { id: string; state: OpenState }) {
  const t = useTranslations('webhooks.test');
  const row = useEndpoint(id);
  if (!row) return <SheetAbsent title={t('title')} gone={row === null} onClose={state.close} />;
  const { url, secret } = row;
  const canSign = secret?.kept ?? false;
  return (
    <Drawer
      label={t('label', { url: url ?? id })}
      title={t('title')}
      onClose={state.close}
      focusOnOpen
      footer={
        <>
          <Button onClick={() => state.show({ what: 'endpoint', id })}>{t('endpoint')}</Button>
          <span className="flex-1" />
          <Button onClick={state.close}>{t('close')}</Button>
        </>
      }
    >
      <section>
        <p className="mono font-semibold break-all whitespace-normal text-ink">{url ?? id}</p>
      </section>
      <section className="border-0">
        {url !== null && canSign ? (
          <ProofStep id={id} canSign since={undefined} alone />
        ) : (
          <p>{t(url === null ? 'noUrl' : secret === null ? 'noSecret' : 'forgotten')}</p>
        )}
      </section>
    </Drawer>
  );
}

/**
 * Where a missing notice may be, for providers without a delivery history: what to check here, then how the
 * provider delivers and gives up.
 */
function MissingSheet({ webhooks, state }: { webhooks: Webhooks; state: OpenState }) {
  const t = useTranslations('webhooks.missing');
  const code = (words: ReactNode) => <code className="mono">{words}</code>;
  return (
    <Drawer label={t('title')} title={t('title')} onClose={state.close} focusOnOpen>
      <section>
        <p>{t('description')}</p>
      </section>
      <Here webhooks={webhooks} state={state} />
      <section>
        <h3>{t('how')}</h3>
        <Points>
          <Point icon="lines">{t.rich('order', { code })}</Point>
          <Point icon="clock">{t('attempts')}</Point>
          <Point icon="barred">{t('abandoned')}</Point>
          <Point icon="send">{t('resend')}</Point>
          <Point icon="check">{t.rich('twice', { code })}</Point>
        </Points>
      </section>
      <section>
        <h3>{t('receiver')}</h3>
        <p>{t.rich('receiverWords', { code })}</p>
      </section>
    </Drawer>
  );
}

/** Causes that Guichê can detect: paused endpoints, unselected events, a missing secret. */
function Here({ webhooks, state }: { webhooks: Webhooks; state: OpenState }) {
  const t = useTranslations('webhooks.missing');
  const selection = useSelectionLabels();
  const rows = webhooks.list.data?.items ?? [];
  const noSecret = webhooks.callback.data?.exists === false;
  return (
    <section>
      <h3>{t('here')}</h3>
      <Points>
        {rows.length === 0 && webhooks.list.data !== undefined && (
          <Point icon="hook">{t('noEndpoint')}</Point>
        )}
        {rows.map((row) => (
          <Point key={row.id} icon={row.active === false ? 'barred' : 'hook'}>
            <TextButton
              className="mono whitespace-normal break-all"
              onClick={() => state.show({ what: 'endpoint', id: row.id })}
            >
              {row.url ?? row.id}
            </TextButton>
            <span className="block text-ink-3">
              {t(row.active === false ? 'paused' : 'receives', { events: selection(row.events).words })}
            </span>
          </Point>
        ))}
        {noSecret && (
          <Point icon="key">
            {t('noSecret')}{' '}
            <Button size="sm" onClick={() => state.show({ what: 'callback' })}>
              {t('toSecret')}
            </Button>
          </Point>
        )}
      </Points>
    </section>
  );
}

/** The drawer next to the list: one endpoint, or one task in steps. */
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

/** Guided rotation of one endpoint's secret: rotate and store it, then prove it and resend. */
function RotateSheet({ id, proving, state }: RotateProps) {
  const t = useTranslations('webhooks.rotate');
  const row = useEndpoint(id);
  if (!row) return <SheetAbsent title={t('title')} gone={row === null} onClose={state.close} />;
  if (proving) return <ProvingSheet row={row} state={state} />;
  return <RotatingSheet row={row} state={state} />;
}

/**
 * Adds an endpoint that exists at the provider but is missing from its list; nothing is sent to the provider.
 */
function ExistingSheet({ state }: { state: OpenState }) {
  const t = useTranslations('webhooks.form');
  const words = useWebhookErrorLabels();
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
