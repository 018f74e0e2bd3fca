'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
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
import { OwnershipPart } from './endpoint-parts.tsx';
import { useSelectionLabels } from './event-labels.ts';
import { EditSheet, ExistingSheet, NewSheet } from './register/register-sheets.tsx';
import { RegisterSteps } from './register/webhook-forms.tsx';
import { ProofStep } from './rotate/proof-step.tsx';
import { CallbackSheet, ProvingSheet, RotatingSheet } from './rotate/rotating-sheet.tsx';
import {
  code,
  isUnacknowledged,
  Part,
  POINTS,
  Point,
  SaveSecret,
  SecretSheet,
  SheetAbsent,
} from './sheet-parts.tsx';
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
      <Part title={t('here')}>
        <ul className={POINTS}>
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
        </ul>
      </Part>
      <Part title={t('how')}>
        <ul className={POINTS}>
          <Point icon="lines">{t.rich('order', { code })}</Point>
          <Point icon="clock">{t('attempts')}</Point>
          <Point icon="barred">{t('abandoned')}</Point>
          <Point icon="send">{t('resend')}</Point>
          <Point icon="check">{t.rich('twice', { code })}</Point>
        </ul>
      </Part>
      <Part title={t('receiver')}>
        <p>{t.rich('receiverDescription', { code })}</p>
      </Part>
    </Drawer>
  );
}

export function OpenDrawer({ open, webhooks, state }: Props): ReactNode {
  const t = useTranslations('webhooks');
  const { close } = state;
  const row = useEndpoint('id' in open ? open.id : '');
  const absent = (title: string) => <SheetAbsent title={title} gone={row === null} onClose={close} />;
  switch (open.what) {
    case 'endpoint':
      return <EndpointDrawer key={open.id} id={open.id} webhooks={webhooks} state={state} />;
    case 'new':
      return <NewSheet webhooks={webhooks} state={state} />;
    case 'existing':
      return <ExistingSheet state={state} />;
    case 'started':
      return row ? (
        <StartedSheet key={row.id} row={row} webhooks={webhooks} state={state} />
      ) : (
        absent(t('started.title'))
      );
    case 'edit':
      return row ? (
        <EditSheet key={row.id} row={row} webhooks={webhooks} state={state} />
      ) : (
        absent(t('form.editTitle'))
      );
    case 'rotate':
      return row ? <RotatingSheet key={row.id} row={row} state={state} /> : absent(t('rotate.title'));
    case 'prove':
      return row ? <ProvingSheet key={row.id} row={row} state={state} /> : absent(t('rotate.title'));
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

type StartedProps = { row: WebhookRow; webhooks: Webhooks; state: OpenState };

/** After a registration: shows the secret once, then the ownership proof. */
function StartedSheet({ row, webhooks, state }: StartedProps) {
  const t = useTranslations('webhooks');
  const checksOwnership = webhooks.list.data?.checksOwnership ?? false;
  const { id, url, receiver, secret } = row;
  const unacknowledged = isUnacknowledged(secret) ? secret.id : null;
  const rotates = useSession().account.capabilities.includes('webhook-rotation');
  const unsigned = row.hasSecret === false;
  return (
    <SecretSheet
      label={t('started.label', { url: url ?? id })}
      title={t('started.title')}
      guarded={unacknowledged !== null && !receiver}
      buttons={
        unacknowledged === null &&
        url !== null &&
        secret?.kept && <Button onClick={() => state.show({ what: 'test', id })}>{t('numbers.test')}</Button>
      }
      finish={unacknowledged === null ? t('save.finish') : null}
      onClose={state.close}
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
                {t(
                  unsigned ? 'started.noSecretDescription' : rotates ? 'started.lost' : 'started.lostForGood',
                )}
              </Callout>
            )}
            {checksOwnership && <OwnershipPart row={row} />}
            {!receiver && <ReceiverCode />}
          </>
        ) : (
          <SaveSecret
            secretId={unacknowledged}
            intro={t(receiver ? 'started.receiver' : 'save.first')}
            optional={receiver}
            next={t(checksOwnership ? 'save.toOwnership' : 'save.finish')}
            // The reloaded list marks the secret as stored, and this sheet shows the next step.
            onStored={() => undefined}
          />
        )}
      </section>
    </SecretSheet>
  );
}
