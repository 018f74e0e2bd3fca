'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { type Step, Steps } from '#components/ui/steps.tsx';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { type CallbackSecret, type Since, sinceOptions, type WebhookRow } from '#lib/webhooks/queries.ts';
import { pathOf } from '#lib/webhooks/rules.ts';
import { deliveriesPath } from '../endpoint-parts.tsx';
import { isUnacknowledged, SecretSheet, SheetAbsent } from '../sheet-parts.tsx';
import { type OpenState, useAges, useMay, type Webhooks } from '../use-webhooks.ts';
import { ProofList, ProofStep, RealLine } from './proof-step.tsx';
import { type Parts, STEPS, type StepId, useRotatingSteps, useRotation } from './use-rotating-steps.tsx';

type FrameProps = {
  title: string;
  /** The endpoint; null: the account's own secret, whose failed notices are not resent from here. */
  url: string | null;
  now: StepId;
  parts: Parts;
  /** When a secret was issued that nobody has stored yet: closing requires a confirmation. */
  unstoredSince?: string | null;
  creating?: boolean;
  onClose: () => void;
};

/** A rotation in steps: those before `now` are done, those after it come later. */
function Frame({ title, url, now, parts, unstoredSince = null, creating = false, onClose }: FrameProps) {
  const t = useTranslations('webhooks.rotate');
  const current = STEPS.indexOf(now);
  const steps = STEPS.slice(0, url === null ? -1 : undefined).map((id, place): Step => {
    const part = parts[id] ?? {};
    const shared = { id, title: t(`${id}.title`), note: part.note };
    if (place < current) return { ...shared, state: part.skipped ? 'skipped' : 'done' };
    if (place === current) return { ...shared, state: 'current', children: part.current };
    return { ...shared, state: 'later', children: part.later };
  });
  return (
    <SecretSheet
      label={url === null ? t('callbackLabel') : t('label', { url })}
      title={
        <>
          {title} {url !== null && <span className="font-normal text-ink-3">{pathOf(url)}</span>}
        </>
      }
      guarded={unstoredSince !== null}
      tools={unstoredSince !== null && !creating && <Gap since={unstoredSince} />}
      onClose={onClose}
    >
      <section className="border-0">
        <Steps label={t('title')} steps={steps} />
      </section>
    </SecretSheet>
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
  const enabled = from !== null && capabilities.includes('deliveries');
  return useQuery({ ...sinceOptions(slug, id, from ?? ''), enabled }).data;
}

type SheetProps = { row: WebhookRow; state: OpenState };

/** Steps 1 to 3 of the rotation, up to "I have stored it". */
export function RotatingSheet({ row, state }: SheetProps) {
  const t = useTranslations('webhooks.rotate');
  // Fixed when the sheet opens, because the first secret makes the endpoint one that has a secret.
  const [creating] = useState(() =>
    isUnacknowledged(row.secret) ? row.rotatedAt === null : row.hasSecret === false,
  );
  const ofRotation = row.open?.kind === 'webhook.rotate' ? row.open : null;
  const rotation = useRotation({
    endpoint: 'POST /webhooks/{id}/rotate-secret',
    params: { id: row.id },
    secret: row.secret,
    open: ofRotation,
  });
  const issuedAt = rotation.issued?.issuedAt ?? null;
  const since = useDeliveriesSince(row.id, creating ? null : issuedAt);
  const { now, parts } = useRotatingSteps({
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
      now={now}
      parts={{
        ...parts,
        proof: { later: <ProofStep id={row.id} canSign since={undefined} later /> },
        resend: { note: creating ? null : t('resend.soFar', { count: since?.failed ?? 0 }) },
      }}
      unstoredSince={row.receiver ? null : issuedAt}
      creating={creating}
      onClose={state.close}
    />
  );
}

/** After the secret is stored: proves that it is in use, then hands failed notices over to the resends. */
export function ProvingSheet({ row, state }: SheetProps) {
  const t = useTranslations('webhooks.rotate');
  const locale = useLocale() as Locale;
  const [proof, setProof] = useState<'open' | 'proved' | 'skipped'>('open');
  const since = useDeliveriesSince(row.id, row.rotatedAt ?? row.secret?.issuedAt ?? null);
  const failed = since?.failed ?? 0;
  const stored = row.secret?.acknowledgedAt ?? null;
  const skipped = proof === 'skipped';
  const parts: Parts = {
    save: { note: stored === null ? null : t('done', { time: formatInstant(locale, stored, 'time') }) },
    proof: {
      note: skipped && t('proof.skipped'),
      skipped,
      current: (
        <ProofStep
          id={row.id}
          canSign={row.secret?.kept ?? false}
          since={since}
          onNext={(proved) => setProof(proved ? 'proved' : 'skipped')}
        />
      ),
    },
    resend: {
      note: proof === 'open' && t('resend.soFar', { count: failed }),
      current: <ResendStep id={row.id} failed={failed} state={state} />,
    },
  };
  return (
    <Frame
      title={t('title')}
      url={row.url ?? row.id}
      now={proof === 'open' ? 'proof' : 'resend'}
      parts={parts}
      onClose={state.close}
    />
  );
}

/** Step 5: hands notices that failed meanwhile over to the resends, which preview before anything is sent. */
function ResendStep({ id, failed, state }: { id: string; failed: number; state: OpenState }) {
  const t = useTranslations('webhooks.rotate.resend');
  const { slug, capabilities } = useSession().account;
  const may = useMay();
  if (failed === 0)
    return (
      <p role="status">
        <b>{t('none')}</b> {t('noneDescription')}
      </p>
    );
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <p>
        <b>{t('some', { count: failed })}</b> {t('description')} {t('recovered')}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {capabilities.includes('resends') && may.resend && (
          <Button variant="main" onClick={() => state.show({ what: 'resend', id })}>
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
  const [creating] = useState(() => data.exists !== true && data.secret === null);
  const [doneAt, setDoneAt] = useState<string | null>(null);
  // A first creation is refused if a secret exists; after that it is a rotation.
  const endpoint =
    creating && data.exists !== true ? 'POST /callback-secret' : 'POST /callback-secret/rotate';
  const rotation = useRotation({ endpoint, secret: data.secret, open: data.open });
  const issuedAt = rotation.issued?.issuedAt ?? null;
  const begun = issuedAt ?? doneAt;
  const since = useDeliveriesSince(null, begun);
  const { now, parts } = useRotatingSteps({
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
      now={done ? 'proof' : now}
      parts={{
        ...parts,
        proof: { current: <CallbackProof since={since} />, later: <CallbackProof since={undefined} later /> },
      }}
      unstoredSince={done ? null : issuedAt}
      creating={creating}
      onClose={onClose}
    />
  );
}

/** Proves the account's secret by real deliveries: Guichê has no address to send a test to. */
function CallbackProof({ since, later = false }: { since: Since | undefined; later?: boolean }) {
  const t = useTranslations('webhooks.rotate');
  const { slug, capabilities } = useSession().account;
  if (!capabilities.includes('deliveries')) return <p>{t('proof.callbackBlind')}</p>;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      {!later && <p>{t('proof.callbackDescription')}</p>}
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
