'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { ProofField } from '#components/app-shell/proof-field.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import { allWebhooks, type SecretFact, type Since, type WebhookRow } from '#lib/webhooks/queries.ts';
import { code, isUnacknowledged, POINTS, Point, SaveSecret, storeRevealed } from '../sheet-parts.tsx';

export const STEPS = ['explain', 'password', 'save', 'proof', 'resend'] as const;
export type StepId = (typeof STEPS)[number];
type Part = {
  note?: ReactNode;
  skipped?: boolean;
  /** Content while it is the current step. */
  current?: ReactNode;
  /** Preview while it comes later. */
  later?: ReactNode;
};
export type Parts = Partial<Record<StepId, Part>>;

type Options = {
  rotation: Rotation;
  creating: boolean;
  /** Null for the account's own secret. */
  week: WebhookRow['week'];
  since: Since | undefined;
  ofAccount?: boolean | undefined;
  /** Guichê's own receiver adopts the new secret automatically. */
  receiver?: boolean;
  onStored: () => void;
};

const HOURS = 7 * 24;

/** Step 1: what stops working, what it costs, and what follows. */
function ExplainStep({ creating, week, ofAccount = false, onNext }: Options & { onNext: () => void }) {
  const t = useTranslations('webhooks.rotate.explain');
  const count = week === null ? 0 : week.delivered + week.failed;
  const hourly = Math.max(1, Math.round(count / HOURS));
  const hub = useSession().account.kind === 'hub';
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <ul className={POINTS}>
        {creating ? (
          <Point icon="key">{t(ofAccount && hub ? 'firstHub' : 'first')}</Point>
        ) : (
          <>
            <Point icon="triangle" tone="warn">
              <b>{t('stops')}</b>
            </Point>
            <Point icon="clock">{t(hub ? 'gapDescriptionHub' : 'gapDescription')}</Point>
          </>
        )}
        {ofAccount && <Point icon="info">{t.rich('callbackStops', { code })}</Point>}
        {count > 0 && <Point icon="deliveries">{t('week', { count, hourly })}</Point>}
        {!creating && <Point icon="send">{t(hub ? 'resendHub' : 'resend')}</Point>}
        <Point icon="lock">{t('ready')}</Point>
      </ul>
      <div>
        <Button variant="main" onClick={onNext}>
          {t('start')}
        </Button>
      </div>
    </div>
  );
}

/** Steps 1 to 3, for an endpoint's secret and for the account's: the current one, and the parts of each. */
export function useRotatingSteps(options: Options): { now: StepId; parts: Parts } {
  const { rotation, creating } = options;
  const t = useTranslations('webhooks.rotate');
  const locale = useLocale() as Locale;
  const [readAt, setReadAt] = useState<string | null>(null);
  const [provedAt, setProvedAt] = useState<string | null>(null);
  const begun = rotation.issued !== null || rotation.unclear !== null;
  const proved = begun && readAt !== null;
  useEffect(() => {
    if (proved) setProvedAt((first) => first ?? instantNow());
  }, [proved]);
  const time = (at: string) => formatInstant(locale, at, 'time');
  const parts: Parts = {
    explain: {
      note: readAt && t('explain.read', { time: time(readAt) }),
      current: <ExplainStep {...options} onNext={() => setReadAt(instantNow())} />,
    },
    password: {
      note: provedAt && t('password.done', { time: time(provedAt) }),
      current: <PasswordStep rotation={rotation} creating={creating} onBack={() => setReadAt(null)} />,
    },
    save: { current: <SaveStep {...options} /> },
  };
  return { now: begun ? 'save' : readAt === null ? 'explain' : 'password', parts };
}

const instantNow = () => new Date(serverNow()).toISOString();

function SaveStep({ rotation, creating, since, ofAccount = false, receiver = false, onStored }: Options) {
  const t = useTranslations('webhooks');
  const locale = useLocale() as Locale;
  const { issued, again } = rotation;
  if (issued === null) return <UnclearStep rotation={rotation} />;
  return (
    <>
      {again === 'done' && (
        <Callout tone="warn" role="status">
          {t('rotate.unknown.done')}
        </Callout>
      )}
      <SaveSecret
        key={issued.id}
        secretId={issued.id}
        ofAccount={ofAccount}
        optional={receiver}
        intro={
          receiver
            ? t('started.receiver')
            : creating
              ? t('save.first')
              : t.rich('save.stopped', {
                  time: formatInstant(locale, issued.issuedAt, 'time'),
                  b: (text) => <b>{text}</b>,
                })
        }
        next={t('save.toProof')}
        onStored={onStored}
      >
        {since !== undefined && since.failed > 0 && (
          <Callout
            tone="warn"
            role="status"
            title={t(since.more ? 'save.failingMore' : 'save.failing', { count: since.failed })}
          >
            {t('save.failingDescription', { count: since.failed })}{' '}
            {since.unreported > 0 &&
              !since.more &&
              t('save.unreported', { amount: formatBrl(since.unreported) })}
          </Callout>
        )}
      </SaveSecret>
    </>
  );
}

/** The answer was lost: explains why only another rotation helps, and offers it. */
function UnclearStep({ rotation }: { rotation: Rotation }) {
  const t = useTranslations('webhooks.rotate.unknown');
  const { unclear, again, repeat } = rotation;
  if (unclear === null) return null;
  const button = (
    <Button
      variant="main"
      aria-busy={repeat.busy || undefined}
      onClick={() => void repeat.submit(undefined, { id: unclear })}
    >
      {t('again')}
    </Button>
  );
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <OperationState operationId={unclear} action={button}>
        <p>{t('description')}</p>
        {again === 'lost' && <p>{t('autoUnknown')}</p>}
      </OperationState>
      {repeat.busy && <p role="status">{t('working')}</p>}
      {Boolean(repeat.error) && <ErrorCard error={repeat.error} />}
    </div>
  );
}

type Props = { rotation: Rotation; creating: boolean; onBack: () => void };

/** Step 2: a password if required, and the button that rotates. */
function PasswordStep({ rotation, creating, onBack }: Props) {
  const t = useTranslations('webhooks.rotate');
  const back = useTranslations('common')('back');
  const { form, again, refused } = rotation;
  return (
    <form
      className="grid min-w-0 grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit(undefined);
      }}
    >
      {!form.due && <p>{t('password.stillValid')}</p>}
      <ProofField form={form} quiet />
      {form.busy && again !== 'running' && <p role="status">{t('sending')}</p>}
      {again === 'running' && (
        <Callout tone="warn" icon="unknown" role="status" title={t('unknown.working')}>
          {t('unknown.auto')}
        </Callout>
      )}
      {Boolean(form.error) && <ErrorCard error={form.error} />}
      {refused && <p>{t('rejected')}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="main"
          aria-disabled={form.locked || undefined}
          aria-busy={form.busy || undefined}
        >
          {t(creating ? 'password.buttonCreate' : 'password.button')}
        </Button>
        {!form.busy && (
          <Button variant="quiet" onClick={onBack}>
            {back}
          </Button>
        )}
      </div>
    </form>
  );
}

type Answer = {
  operation: { id: string; state: string };
  result?: { secretId?: unknown; secret?: unknown } | undefined;
};

type RotationOptions = {
  /** Rotates an endpoint's secret (`params`), or the account's, or creates that one. */
  endpoint: 'POST /webhooks/{id}/rotate-secret' | 'POST /callback-secret' | 'POST /callback-secret/rotate';
  params?: { id: string };
  /** The secret in the current list, which refreshes itself. */
  secret: SecretFact | null;
  open: { operationId: string; state: string } | null;
};

/** Runs a rotation. A lost answer loses the secret: it is repeated once, then the operator decides. */
export function useRotation({ endpoint, params, secret, open }: RotationOptions) {
  const slug = useSession().account.slug;
  const [issued, setIssued] = useState<{ id: string; issuedAt: string } | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const [again, setAgain] = useState<'none' | 'running' | 'done' | 'lost'>('none');
  const stale = [allWebhooks(slug)];
  const take = ({ operation, result }: Answer) => {
    if (operation.state !== 'confirmed') return setLost(operation.id);
    setLost(null);
    if (typeof result?.secretId !== 'string') return;
    if (typeof result.secret === 'string') storeRevealed(result.secretId, result.secret);
    setIssued({ id: result.secretId, issuedAt: instantNow() });
  };
  const repeat = useOperation('POST /operations/{id}/repeat', {
    proof: 'dialog',
    stale,
    onDone(answer) {
      setAgain(answer.operation.state === 'confirmed' ? 'done' : 'lost');
      take(answer);
    },
  });
  const form = useOperation(endpoint, {
    ...(params && { params }),
    stale,
    async onDone(answer: Answer) {
      take(answer);
      if (answer.operation.state !== 'unknown' || again !== 'none') return;
      setAgain('running');
      if (!(await repeat.submit(undefined, { id: answer.operation.id }))) setAgain('lost');
    },
  });
  const unstored = isUnacknowledged(secret) ? { id: secret.id, issuedAt: secret.issuedAt } : null;
  const unclear = issued === null && unstored === null ? (lost ?? open?.operationId ?? null) : null;
  // The provider rejected the rotation: the old secret stays valid.
  const refused = form.problem?.operationId !== undefined;
  return { form, issued: issued ?? unstored, unclear, again, repeat, refused };
}
type Rotation = ReturnType<typeof useRotation>;
