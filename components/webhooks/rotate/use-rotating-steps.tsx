'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { ProofField } from '#components/app-shell/proof-field.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import type { Step } from '#components/ui/steps.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import { type SecretFact, type Since, type WebhookRow, webhookKeys } from '#lib/webhooks/queries.ts';
import { isUnacknowledged, SaveSecret, storeRevealed } from '../secret/save-secret.tsx';
import { code, Point, Points } from '../sheet-parts.tsx';

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

type ExplainProps = Pick<Options, 'creating' | 'week' | 'ofAccount'> & { onNext: () => void };

const HOURS = 7 * 24;

/** Step 1: what stops working, what it costs, and what follows. */
function ExplainStep({ creating, week, ofAccount = false, onNext }: ExplainProps) {
  const t = useTranslations('webhooks.rotate.explain');
  const count = week === null ? 0 : week.delivered + week.failed;
  const hourly = Math.max(1, Math.round(count / HOURS));
  const hub = useSession().account.kind === 'hub';
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <Points>
        {creating ? (
          <Point icon="key">{t(ofAccount && hub ? 'firstHub' : 'first')}</Point>
        ) : (
          <>
            <Point icon="triangle" tone="warn">
              <b>{t('stops')}</b>
            </Point>
            <Point icon="clock">{t(hub ? 'gapWordsHub' : 'gapWords')}</Point>
          </>
        )}
        {ofAccount && <Point icon="info">{t.rich('callbackStops', { code })}</Point>}
        {count > 0 && <Point icon="deliveries">{t('week', { count, hourly })}</Point>}
        {!creating && <Point icon="send">{t(hub ? 'resendHub' : 'resend')}</Point>}
        <Point icon="lock">{t('ready')}</Point>
      </Points>
      <div>
        <Button variant="main" onClick={onNext}>
          {t('start')}
        </Button>
      </div>
    </div>
  );
}

const STEPS = ['explain', 'password', 'keep'] as const;

/** Steps 1 to 3, for an endpoint's secret and for the account's. */
export function useRotatingSteps(options: Options): Step[] {
  const { rotation, creating, week, ofAccount } = options;
  const t = useTranslations('webhooks.rotate');
  const locale = useLocale() as Locale;
  const [readAt, setReadAt] = useState<string | null>(null);
  const begun = rotation.issued !== null || rotation.unclear !== null;
  const provedAt = useFirst(begun && readAt !== null);
  const now = begun ? 'keep' : readAt === null ? 'explain' : 'password';
  const notes = {
    explain: readAt && t('explain.read', { time: formatInstant(locale, readAt, 'time') }),
    password: provedAt && t('password.done', { time: formatInstant(locale, provedAt, 'time') }),
    keep: undefined,
  };
  const contents = {
    explain: (
      <ExplainStep
        creating={creating}
        week={week}
        ofAccount={ofAccount}
        onNext={() => setReadAt(new Date(serverNow()).toISOString())}
      />
    ),
    password: <PasswordStep rotation={rotation} creating={creating} onBack={() => setReadAt(null)} />,
    keep: <SaveStep {...options} />,
  };
  return STEPS.map((id) => ({
    id,
    title: t(`${id}.title`),
    note: notes[id],
    state: id === now ? 'current' : STEPS.indexOf(id) < STEPS.indexOf(now) ? 'done' : 'later',
    children: id === now && contents[id],
  }));
}

/** The time at which `happened` first became true. */
function useFirst(happened: boolean): string | null {
  const [at, setAt] = useState<string | null>(null);
  useEffect(() => {
    if (happened) setAt((first) => first ?? new Date(serverNow()).toISOString());
  }, [happened]);
  return at;
}

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
              ? t('keep.first')
              : t.rich('keep.stopped', {
                  time: formatInstant(locale, issued.issuedAt, 'time'),
                  b: (text) => <b>{text}</b>,
                })
        }
        next={t('keep.toProof')}
        onStored={onStored}
      >
        {since !== undefined && since.failed > 0 && (
          <Callout
            tone="warn"
            role="status"
            title={t(since.more ? 'keep.failingMore' : 'keep.failing', { count: since.failed })}
          >
            {t('keep.failingWords', { count: since.failed })}{' '}
            {since.untold > 0 && !since.more && t('keep.untold', { amount: formatBrl(since.untold) })}
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
      {!form.due && <p>{t('password.held')}</p>}
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
          aria-disabled={form.held || undefined}
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
  /** Secret to rotate: an endpoint's, or the account's (created when there is none). */
  target: { id: string } | { account: 'create' | 'rotate' };
  /** The secret in the current list, which refreshes itself. */
  secret: SecretFact | null;
  open: { operationId: string; state: string } | null;
};

/**
 * Runs a rotation. If the answer is lost, nobody has the new secret: the rotation is repeated once
 * automatically, after that the operator decides.
 */
export function useRotation({ target, secret, open }: RotationOptions) {
  const slug = useSession().account.slug;
  const [issued, setIssued] = useState<{ id: string; issuedAt: string } | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const [again, setAgain] = useState<'none' | 'running' | 'done' | 'lost'>('none');
  const mayRepeat = useRef(true);
  const stale = [webhookKeys.all(slug)];
  const take = ({ operation, result }: Answer) => {
    if (operation.state !== 'confirmed') return setLost(operation.id);
    setLost(null);
    if (typeof result?.secretId !== 'string') return;
    if (typeof result.secret === 'string') storeRevealed(result.secretId, result.secret);
    setIssued({ id: result.secretId, issuedAt: new Date(serverNow()).toISOString() });
  };
  const repeat = useOperation('POST /operations/{id}/repeat', {
    proof: 'dialog',
    stale,
    onDone(answer) {
      setAgain(answer.operation.state === 'confirmed' ? 'done' : 'lost');
      take(answer);
    },
  });
  const form = useOperation(endpointOf(target), {
    ...('id' in target ? { params: { id: target.id } } : {}),
    stale,
    async onDone(answer: Answer) {
      take(answer);
      if (answer.operation.state !== 'unknown' || !mayRepeat.current) return;
      mayRepeat.current = false;
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

function endpointOf(target: RotationOptions['target']) {
  if ('id' in target) return 'POST /webhooks/{id}/rotate-secret';
  return target.account === 'create' ? 'POST /callback-secret' : 'POST /callback-secret/rotate';
}
