'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { type Step, Steps } from '#components/ui/steps.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { type CallbackSecret, type Since, sinceOptions, type WebhookRow } from '#lib/webhooks/queries.ts';
import { pathOf } from '#lib/webhooks/rules.ts';
import { deliveriesPath } from '../endpoint-menu.tsx';
import { CloseGuard, isUnacknowledged } from '../secret/save-secret.tsx';
import { SheetAbsent } from '../sheet-parts.tsx';
import { type OpenState, useAges, useMay, type Webhooks } from '../use-webhooks.ts';
import { ProofList, ProofStep, RealLine } from './proof-step.tsx';
import { useRotatingSteps, useRotation } from './use-rotating-steps.tsx';

type FrameProps = {
  title: string;
  /** The endpoint; null: the account's own secret. */
  url: string | null;
  steps: readonly Step[];
  /** When a secret was issued that nobody has stored yet: closing asks first. */
  unstoredSince?: string | null;
  creating?: boolean;
  onClose: () => void;
};

function Frame({ title, url, steps, unstoredSince = null, creating = false, onClose }: FrameProps) {
  const t = useTranslations('webhooks.rotate');
  const [leaving, setLeaving] = useState(false);
  const unstored = unstoredSince !== null;
  const close = () => (unstored ? setLeaving(true) : onClose());
  return (
    <Drawer
      label={url === null ? t('callbackLabel') : t('label', { url })}
      title={
        url === null ? (
          title
        ) : (
          <>
            {title} <span className="font-normal text-ink-3">{pathOf(url)}</span>
          </>
        )
      }
      onClose={close}
      focusOnOpen
      tools={unstored && !creating && <Gap since={unstoredSince} />}
      footer={
        <>
          <span className="flex-1 text-xs text-ink-3">{unstored && t('later')}</span>
          <Button onClick={close}>{t(unstored ? 'close' : 'closePlain')}</Button>
        </>
      }
    >
      <section className="border-0">
        <Steps label={t('title')} steps={steps} />
      </section>
      {leaving && <CloseGuard onStay={() => setLeaving(false)} onLeave={onClose} />}
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

/** Deliveries since an instant, of one endpoint or (null) of the account's callback; undefined: unknown. */
function useDeliveriesSince(id: string | null, from: string | null): Since | undefined {
  const { slug, capabilities } = useSession().account;
  return useQuery({
    ...sinceOptions(slug, id, from ?? ''),
    enabled: from !== null && capabilities.includes('deliveries'),
  }).data;
}

/** Steps 1 to 3 of the rotation, up to "I have stored it". */
export function RotatingSheet({ row, state }: { row: WebhookRow; state: OpenState }) {
  const t = useTranslations('webhooks.rotate');
  // Fixed when the sheet opens, because the first secret makes the endpoint one that has a secret.
  const [creating] = useState(() =>
    isUnacknowledged(row.secret) ? row.rotatedAt === null : row.hasSecret === false,
  );
  const ofRotation = row.open?.kind === 'webhook.rotate' ? row.open : null;
  const rotation = useRotation({ target: { id: row.id }, secret: row.secret, open: ofRotation });
  const issuedAt = rotation.issued?.issuedAt ?? null;
  const since = useDeliveriesSince(row.id, creating ? null : issuedAt);
  const steps = useRotatingSteps({
    rotation,
    creating,
    week: row.week,
    since,
    receiver: row.receiver,
    onStored: () => state.show({ what: 'prove', id: row.id }),
  });
  return (
    <Frame
      title={t(creating ? 'createTitle' : 'title')}
      url={row.url ?? row.id}
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
          note: creating ? null : t('resend.soFar', { count: since?.failed ?? 0 }),
          state: 'later',
        },
      ]}
      unstoredSince={row.receiver ? null : issuedAt}
      creating={creating}
      onClose={state.close}
    />
  );
}

/** After the secret is stored: proves that it is in use, then hands failed notices over to the resends. */
export function ProvingSheet({ row, state }: { row: WebhookRow; state: OpenState }) {
  const t = useTranslations('webhooks.rotate');
  const locale = useLocale() as Locale;
  const [proof, setProof] = useState<'open' | 'proved' | 'skipped'>('open');
  const over = proof !== 'open';
  const since = useDeliveriesSince(row.id, row.rotatedAt ?? row.secret?.issuedAt ?? null);
  const stored = row.secret?.acknowledgedAt ?? null;
  const steps: Step[] = [
    { id: 'explain', title: t('explain.title'), state: 'done' },
    { id: 'password', title: t('password.title'), state: 'done' },
    {
      id: 'keep',
      title: t('keep.title'),
      note: stored === null ? null : t('done', { time: formatInstant(locale, stored, 'time') }),
      state: 'done',
    },
    {
      id: 'proof',
      title: t('proof.title'),
      note: proof === 'skipped' ? t('proof.skipped') : null,
      state: proof === 'open' ? 'current' : proof === 'proved' ? 'done' : 'skipped',
      children: !over && (
        <ProofStep
          id={row.id}
          canSign={row.secret?.kept ?? false}
          since={since}
          onNext={(proved) => setProof(proved ? 'proved' : 'skipped')}
        />
      ),
    },
    {
      id: 'resend',
      title: t('resend.title'),
      note: over ? null : t('resend.soFar', { count: since?.failed ?? 0 }),
      state: over ? 'current' : 'later',
      children: over && (
        <ResendStep
          id={row.id}
          failed={since?.failed ?? 0}
          onResend={() => state.show({ what: 'resend', id: row.id })}
        />
      ),
    },
  ];
  return <Frame title={t('title')} url={row.url ?? row.id} steps={steps} onClose={state.close} />;
}

/** Step 5: hands notices that failed meanwhile over to the resends, which preview before anything is sent. */
function ResendStep({ id, failed, onResend }: { id: string; failed: number; onResend: () => void }) {
  const t = useTranslations('webhooks.rotate.resend');
  const { slug, capabilities } = useSession().account;
  const may = useMay();
  if (failed === 0)
    return (
      <p role="status">
        <b>{t('none')}</b> {t('noneWords')}
      </p>
    );
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <p>
        <b>{t('some', { count: failed })}</b> {t('description')} {t('recovered')}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {capabilities.includes('resends') && may.resend && (
          <Button variant="main" onClick={onResend}>
            {t('go')}
          </Button>
        )}
        <LinkButton variant="quiet" href={deliveriesPath(slug, id, '&outcome=failed')}>
          {t('list')}
        </LinkButton>
      </div>
      {!may.resend && <p className="text-xs text-ink-3">{t('noPermission')}</p>}
    </div>
  );
}

/** The account's callback secret, created or rotated in the same steps as an endpoint's. */
export function CallbackSheet({ webhooks, state }: { webhooks: Webhooks; state: OpenState }) {
  const title = useTranslations('webhooks.callback')('title');
  const { data } = webhooks.callback;
  if (data !== undefined) return <CallbackSteps data={data} title={title} onClose={state.close} />;
  return <SheetAbsent title={title} gone={false} onClose={state.close} read={webhooks.callback} />;
}

type CallbackProps = { data: CallbackSecret; title: string; onClose: () => void };

function CallbackSteps({ data, title, onClose }: CallbackProps) {
  const t = useTranslations('webhooks.rotate');
  const [creating] = useState(() => data.exists !== true && data.secret === null);
  const [doneAt, setDoneAt] = useState<string | null>(null);
  // A first creation is refused if a secret exists; after that it is a rotation.
  const target = { account: creating && data.exists !== true ? ('create' as const) : ('rotate' as const) };
  const rotation = useRotation({ target, secret: data.secret, open: data.open });
  const issuedAt = rotation.issued?.issuedAt ?? null;
  const begun = issuedAt ?? doneAt;
  const since = useDeliveriesSince(null, begun);
  const steps = useRotatingSteps({
    rotation,
    creating,
    week: null,
    since,
    ofAccount: true,
    onStored: () => setDoneAt(begun),
  });
  const done = doneAt !== null;
  return (
    <Frame
      title={title}
      url={null}
      steps={[
        ...steps.map((step): Step => (done ? { ...step, state: 'done', children: null } : step)),
        {
          id: 'proof',
          title: t('proof.title'),
          state: done ? 'current' : 'later',
          children: <CallbackProof since={done ? since : undefined} later={!done} />,
        },
      ]}
      unstoredSince={done ? null : issuedAt}
      creating={creating}
      onClose={onClose}
    />
  );
}

/** Proves the account's secret by real deliveries: Guichê has no address to send a test to. */
function CallbackProof({ since, later }: { since: Since | undefined; later: boolean }) {
  const t = useTranslations('webhooks.rotate');
  const { slug, capabilities } = useSession().account;
  if (!capabilities.includes('deliveries')) return <p>{t('proof.callbackBlind')}</p>;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      {!later && <p>{t('proof.callbackWords')}</p>}
      <ProofList>
        <RealLine title={t('proof.callbackReal')} since={since} waits={!later} />
      </ProofList>
      {since !== undefined && since.failed > 0 && (
        <div>
          <LinkButton href={`/${slug}/deliveries?outcome=failed`}>{t('resend.list')}</LinkButton>
        </div>
      )}
    </div>
  );
}
