'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { ResendSheet } from '#components/resends/sheet/resend-sheet.tsx';
import { Button, TextButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { checking } from '#lib/resends/choice.ts';
import type { Open } from '#lib/webhooks/open.ts';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { EndpointDrawer } from './endpoint-drawer.tsx';
import { OwnershipPart } from './endpoint-state.tsx';
import { useSelectionLabels } from './event-labels.ts';
import { EditSheet, ExistingSheet, NewSheet } from './register/register-sheets.tsx';
import { RegisterSteps } from './register/webhook-forms.tsx';
import { ProofStep } from './rotate/proof-step.tsx';
import { CallbackSheet, ProvingSheet, RotatingSheet } from './rotate/rotating-sheet.tsx';
import { CloseGuard, isUnacknowledged, SaveSecret } from './secret/save-secret.tsx';
import { code, OfEndpoint, Point, Points, SheetAbsent } from './sheet-parts.tsx';
import { SignatureSheet } from './signature/signature-sheet.tsx';
import { ReceiverCode } from './snippet/receiver-code.tsx';
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

/** Where a missing notice may be, for providers without a history: causes that Guichê detects, then rules. */
function MissingSheet({ webhooks: { list, callback }, state }: { webhooks: Webhooks; state: OpenState }) {
  const t = useTranslations('webhooks.missing');
  const selection = useSelectionLabels();
  return (
    <Drawer label={t('title')} title={t('title')} onClose={state.close} focusOnOpen>
      <section>
        <p>{t('description')}</p>
      </section>
      <section>
        <h3>{t('here')}</h3>
        <Points>
          {list.data?.items.length === 0 && <Point icon="hook">{t('noEndpoint')}</Point>}
          {list.data?.items.map(({ id, url, active, events }) => (
            <Point key={id} icon={active === false ? 'barred' : 'hook'}>
              <TextButton
                className="mono whitespace-normal break-all"
                onClick={() => state.show({ what: 'endpoint', id })}
              >
                {url ?? id}
              </TextButton>
              <span className="block text-ink-3">
                {t(active === false ? 'paused' : 'receives', { events: selection(events).label })}
              </span>
            </Point>
          ))}
          {callback.data?.exists === false && (
            <Point icon="key">
              {t('noSecret')}{' '}
              <Button size="sm" onClick={() => state.show({ what: 'callback' })}>
                {t('toSecret')}
              </Button>
            </Point>
          )}
        </Points>
      </section>
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

/** The drawer next to the list: one endpoint, or one task in steps. */
export function OpenDrawer({ open, webhooks, state }: Props): ReactNode {
  const t = useTranslations('webhooks');
  const { close } = state;
  switch (open.what) {
    case 'endpoint':
      return <EndpointDrawer key={open.id} id={open.id} webhooks={webhooks} state={state} />;
    case 'new':
      return <NewSheet webhooks={webhooks} state={state} />;
    case 'existing':
      return <ExistingSheet state={state} />;
    case 'started':
      return (
        <OfEndpoint key={open.id} id={open.id} title={t('started.title')} onClose={close}>
          {(row) => (
            <StartedSheet
              row={row}
              checksOwnership={webhooks.list.data?.checksOwnership ?? false}
              state={state}
            />
          )}
        </OfEndpoint>
      );
    case 'edit':
      return (
        <OfEndpoint key={open.id} id={open.id} title={t('form.editTitle')} onClose={close}>
          {(row) => <EditSheet row={row} webhooks={webhooks} state={state} />}
        </OfEndpoint>
      );
    case 'rotate':
    case 'prove': {
      const Sheet = open.what === 'rotate' ? RotatingSheet : ProvingSheet;
      return (
        <OfEndpoint key={open.id} id={open.id} title={t('rotate.title')} onClose={close}>
          {(row) => <Sheet row={row} state={state} />}
        </OfEndpoint>
      );
    }
    case 'test':
      return <TestSheet key={open.id} id={open.id} state={state} />;
    case 'resend': {
      const start = checking({ what: 'failures', webhookId: open.id });
      return <ResendSheet key={open.id} start={start} onClose={close} />;
    }
    case 'callback':
      return <CallbackSheet webhooks={webhooks} state={state} />;
    case 'missing':
      return <MissingSheet webhooks={webhooks} state={state} />;
    case 'signature':
      return <SignatureSheet webhooks={webhooks} state={state} />;
  }
}

type StartedProps = { row: WebhookRow; checksOwnership: boolean; state: OpenState };

/** After a registration: shows the secret once, then the ownership proof. */
function StartedSheet({ row, checksOwnership, state }: StartedProps) {
  const t = useTranslations('webhooks');
  const [leaving, setLeaving] = useState(false);
  const { id, url, receiver, secret } = row;
  const unacknowledged = isUnacknowledged(secret) ? secret.id : null;
  const guarded = unacknowledged !== null && !receiver;
  const rotates = useSession().account.capabilities.includes('webhook-rotation');
  const unsigned = row.hasSecret === false;
  const close = () => (guarded ? setLeaving(true) : state.close());
  return (
    <Drawer
      label={t('started.label', { url: url ?? id })}
      title={t('started.title')}
      onClose={close}
      focusOnOpen
      footer={
        <>
          <span className="flex-1 text-xs text-ink-3">{guarded && t('rotate.later')}</span>
          {unacknowledged === null && url !== null && secret?.kept && (
            <Button onClick={() => state.show({ what: 'test', id })}>{t('numbers.test')}</Button>
          )}
          <Button variant={unacknowledged === null ? 'main' : 'plain'} onClick={close}>
            {unacknowledged === null ? t('keep.finish') : t(guarded ? 'rotate.close' : 'rotate.closePlain')}
          </Button>
        </>
      }
    >
      <section className="grid gap-3 border-0">
        <RegisterSteps
          current={unacknowledged === null && checksOwnership ? 'ownership' : 'secret'}
          checksOwnership={checksOwnership}
        />
        <p className="mono break-all whitespace-normal text-ink">{url}</p>
        <p>
          <CopyId value={id} whole />
        </p>
        {unacknowledged === null ? (
          <>
            {secret === null && (
              <Callout tone="warn" title={unsigned && t('started.noSecret')}>
                {t(unsigned ? 'started.noSecretWords' : rotates ? 'started.lost' : 'started.lostForGood')}
              </Callout>
            )}
            {checksOwnership && <OwnershipPart row={row} />}
            {!receiver && <ReceiverCode />}
          </>
        ) : (
          <SaveSecret
            secretId={unacknowledged}
            intro={t(receiver ? 'started.receiver' : 'keep.first')}
            optional={receiver}
            next={t(checksOwnership ? 'keep.toOwnership' : 'keep.finish')}
            // The reloaded list marks the secret as stored, and this sheet shows the next step.
            onStored={() => undefined}
          />
        )}
      </section>
      {leaving && <CloseGuard onStay={() => setLeaving(false)} onLeave={state.close} />}
    </Drawer>
  );
}
