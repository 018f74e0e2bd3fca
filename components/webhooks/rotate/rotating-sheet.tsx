'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Drawer } from '#components/ui/drawer.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { statusStyle } from '#components/ui/status.tsx';
import { Steps } from '#components/ui/steps.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { type CallbackSecret, type Since, sinceOptions, type WebhookRow } from '#lib/webhooks/queries.ts';
import { pathOf } from '#lib/webhooks/target.ts';
import { isUnacknowledged } from '../secret/save-secret.tsx';
import { SheetAbsent } from '../sheet-absent.tsx';
import { type OpenState, useAges, type Webhooks } from '../use-webhooks.ts';
import { CloseGuard, ProofStep, REAL_DELIVERIES } from './proof-step.tsx';
import { useRotatingSteps } from './use-rotating-steps.tsx';
import { useRotation } from './use-rotation.ts';

/** Steps 1 to 3 of the rotation, up to "I have stored it". */
export function RotatingSheet({ row, state }: { row: WebhookRow; state: OpenState }) {
  const t = useTranslations('webhooks.rotate');
  const { slug, capabilities } = useSession().account;
  // Fixed when the sheet opens, because the first secret makes the endpoint one that has a secret.
  const [creating] = useState(() =>
    isUnacknowledged(row.secret) ? row.rotatedAt === null : row.hasSecret === false,
  );
  const ofRotation = row.open?.kind === 'webhook.rotate' ? row.open : null;
  const rotation = useRotation({ target: { id: row.id }, secret: row.secret, open: ofRotation });
  const { issued } = rotation;
  const since = useQuery({
    ...sinceOptions(slug, row.id, issued?.issuedAt ?? ''),
    enabled: issued !== null && !creating && capabilities.includes('deliveries'),
  });
  const [leaving, setLeaving] = useState(false);
  const steps = useRotatingSteps({
    rotation,
    creating,
    week: row.week,
    since: since.data,
    receiver: row.receiver,
    onStored: () => state.show({ what: 'prove', id: row.id }),
  });
  const guarded = issued !== null && !row.receiver;
  const close = () => (guarded ? setLeaving(true) : state.close());
  const name = row.url ?? row.id;
  return (
    <Drawer
      label={t('label', { url: name })}
      title={
        <>
          {t(creating ? 'createTitle' : 'title')}{' '}
          <span className="font-normal text-ink-3">{pathOf(name)}</span>
        </>
      }
      onClose={close}
      focusOnOpen
      tools={guarded && !creating && <Gap since={issued.issuedAt} />}
      footer={
        <>
          <span className="flex-1 text-xs text-ink-3">{guarded && t('later')}</span>
          <Button onClick={close}>{t(guarded ? 'close' : 'closePlain')}</Button>
        </>
      }
    >
      <section className="border-0">
        <Steps
          label={t('title')}
          steps={[
            ...steps,
            {
              id: 'proof',
              title: t('proof.title'),
              state: 'later',
              children: <ProofStep id={row.id} canSign since={undefined} later />,
            },
            {
              id: 'resend',
              title: t('resend.title'),
              note: creating ? null : t('resend.soFar', { count: since.data?.failed ?? 0 }),
              state: 'later',
            },
          ]}
        />
      </section>
      {leaving && <CloseGuard onStay={() => setLeaving(false)} onLeave={state.close} />}
    </Drawer>
  );
}

/** How long the receiver has been without a valid secret. */
function Gap({ since }: { since: string }) {
  const t = useTranslations('webhooks.rotate');
  const locale = useLocale() as Locale;
  const age = useAges(since, since);
  return (
    <span className="mr-2 max-wide:hidden" title={formatInstant(locale, since, 'full')}>
      <Badge tone="warn" icon="clock">
        {t('gap', { age: age(since) })}
      </Badge>
    </span>
  );
}

type Props = { webhooks: Webhooks; state: OpenState };

/** The account's callback secret, created or rotated in the same steps as an endpoint's. */
export function CallbackSheet({ webhooks, state }: Props) {
  const t = useTranslations('webhooks.callback');
  const { data } = webhooks.callback;
  if (data === undefined)
    return <SheetAbsent title={t('title')} gone={false} onClose={state.close} read={webhooks.callback} />;
  return <Sheet data={data} state={state} />;
}

function Sheet({ data, state }: { data: CallbackSecret; state: OpenState }) {
  const t = useTranslations('webhooks');
  const { slug, capabilities } = useSession().account;
  const [creating] = useState(() => data.exists !== true && data.secret === null);
  const [doneAt, setDoneAt] = useState<string | null>(null);
  // A first creation is refused if a secret exists; after that it is a rotation.
  const target = { account: creating && data.exists !== true ? ('create' as const) : ('rotate' as const) };
  const rotation = useRotation({ target, secret: data.secret, open: data.open });
  const issued = doneAt === null ? rotation.issued : null;
  const begun = rotation.issued?.issuedAt ?? doneAt;
  const since = useQuery({
    ...sinceOptions(slug, null, begun ?? ''),
    enabled: begun !== null && capabilities.includes('deliveries'),
  }).data;
  const [leaving, setLeaving] = useState(false);
  const steps = useRotatingSteps({
    rotation,
    creating,
    week: null,
    since,
    ofAccount: true,
    onStored: () => setDoneAt(begun),
  });
  const close = () => (isUnacknowledged(data.secret) || issued !== null ? setLeaving(true) : state.close());
  const shown =
    doneAt === null ? steps : steps.map(({ children: _, ...step }) => ({ ...step, state: 'done' as const }));
  return (
    <Drawer
      label={t('rotate.callbackLabel')}
      title={t('callback.title')}
      onClose={doneAt === null ? close : state.close}
      focusOnOpen
      tools={issued !== null && !creating && <Gap since={issued.issuedAt} />}
      footer={
        <>
          <span className="flex-1 text-xs text-ink-3">{issued !== null && t('rotate.later')}</span>
          <Button onClick={doneAt === null ? close : state.close}>
            {t(issued === null ? 'rotate.closePlain' : 'rotate.close')}
          </Button>
        </>
      }
    >
      <section className="border-0">
        <Steps
          label={t('rotate.title')}
          steps={[
            ...shown,
            {
              id: 'proof',
              title: t('rotate.proof.title'),
              state: doneAt === null ? 'later' : 'current',
              children: <CallbackProof since={doneAt === null ? undefined : since} later={doneAt === null} />,
            },
          ]}
        />
      </section>
      {leaving && <CloseGuard onStay={() => setLeaving(false)} onLeave={state.close} />}
    </Drawer>
  );
}

/** Proves the account's secret by real deliveries: Guichê has no address to send a test to. */
function CallbackProof({ since, later }: { since: Since | undefined; later: boolean }) {
  const t = useTranslations('webhooks.rotate');
  const { slug, capabilities } = useSession().account;
  const delivered = Math.min(since?.delivered ?? 0, REAL_DELIVERIES);
  const failed = since?.failed ?? 0;
  const { shape, tone } = statusStyle(delivered >= REAL_DELIVERIES ? 'ok' : 'idle');
  if (!capabilities.includes('deliveries')) return <p>{t('proof.callbackBlind')}</p>;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      {!later && <p>{t('proof.callbackWords')}</p>}
      <CheckList className={cn(panelVariants({ local: true }), 'px-panel py-1 *:py-1.5')}>
        <li>
          <Icon name={shape} tone={tone} />
          <span>{t('proof.callbackReal')}</span>
          <span className="cap">
            {delivered === 0
              ? t(later ? 'proof.expect2xx' : 'proof.realWaiting')
              : t('proof.realCount', { delivered, count: REAL_DELIVERIES })}
          </span>
          {failed > 0 && <p>{t('proof.realFailed', { failed })}</p>}
        </li>
      </CheckList>
      {!later && failed > 0 && (
        <div>
          <LinkButton href={`/${slug}/deliveries?outcome=failed`}>{t('resend.list')}</LinkButton>
        </div>
      )}
    </div>
  );
}
