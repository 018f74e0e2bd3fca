'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { OwnershipPart } from '../ownership-part.tsx';
import { CloseGuard } from '../rotate/proof-step.tsx';
import { isUnacknowledged, SaveSecret, useEnvNames } from '../secret/save-secret.tsx';
import { SheetAbsent } from '../sheet-absent.tsx';
import { ReceiverCode } from '../snippet/receiver-code.tsx';
import { type OpenState, useEndpoint, type Webhooks } from '../use-webhooks.ts';
import { RegisterSteps } from './event-choice.tsx';

type Props = { id: string; webhooks: Webhooks; state: OpenState };

/** After a registration: shows the secret once, then the ownership proof. */
export function StartedSheet({ id, webhooks, state }: Props) {
  const t = useTranslations('webhooks.started');
  const row = useEndpoint(id);
  if (!row) return <SheetAbsent title={t('title')} gone={row === null} onClose={state.close} />;
  const checks = webhooks.list.data?.checksOwnership ?? false;
  return <Started row={row} checks={checks} state={state} />;
}

function Started({ row, checks, state }: { row: WebhookRow; checks: boolean; state: OpenState }) {
  const t = useTranslations('webhooks');
  const [leaving, setLeaving] = useState(false);
  const unacknowledged = isUnacknowledged(row.secret) ? row.secret : null;
  const guarded = unacknowledged !== null && !row.receiver;
  const close = () => (guarded ? setLeaving(true) : state.close());
  return (
    <Drawer
      label={t('started.label', { url: row.url ?? row.id })}
      title={t('started.title')}
      onClose={close}
      focusOnOpen
      footer={
        <>
          <span className="flex-1 text-xs text-ink-3">{guarded && t('rotate.later')}</span>
          {unacknowledged === null && row.url !== null && row.secret?.kept && (
            <Button onClick={() => state.show({ what: 'test', id: row.id })}>{t('numbers.test')}</Button>
          )}
          <Button variant={unacknowledged === null ? 'main' : 'plain'} onClick={close}>
            {unacknowledged === null ? t('keep.finish') : t(guarded ? 'rotate.close' : 'rotate.closePlain')}
          </Button>
        </>
      }
    >
      <section className="grid gap-3 border-0">
        <RegisterSteps
          current={unacknowledged === null && checks ? 'ownership' : 'secret'}
          checksOwnership={checks}
        />
        <p className="mono break-all whitespace-normal text-ink">{row.url}</p>
        <p>
          <CopyId value={row.id} whole />
        </p>
        {unacknowledged === null ? (
          <After row={row} checks={checks} />
        ) : (
          <Secret row={row} id={unacknowledged.id} checks={checks} />
        )}
      </section>
      {leaving && <CloseGuard onStay={() => setLeaving(false)} onLeave={state.close} />}
    </Drawer>
  );
}

function Secret({ row, id, checks }: { row: WebhookRow; id: string; checks: boolean }) {
  const t = useTranslations('webhooks');
  const env = useEnvNames();
  return (
    <SaveSecret
      secretId={id}
      env={env.webhook}
      intro={row.receiver ? t('started.receiver') : t('keep.first')}
      optional={row.receiver}
      next={t(checks ? 'keep.toOwnership' : 'keep.finish')}
      // Nothing to do: the reloaded list marks the secret as stored, and this sheet shows the next step.
      onStored={() => undefined}
    />
  );
}

function After({ row, checks }: { row: WebhookRow; checks: boolean }) {
  const t = useTranslations('webhooks.started');
  const rotates = useSession().account.capabilities.includes('webhook-rotation');
  return (
    <>
      {row.secret === null && row.hasSecret === false && (
        <Callout tone="warn" title={t('noSecret')}>
          {t('noSecretWords')}
        </Callout>
      )}
      {row.secret === null && row.hasSecret !== false && (
        <Callout tone="warn">{t(rotates ? 'lost' : 'lostForGood')}</Callout>
      )}
      {checks && <OwnershipPart row={row} />}
      {!row.receiver && <ReceiverCode />}
    </>
  );
}
