'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ProofField } from '#components/app-shell/proof-field.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import type { Step } from '#components/ui/steps.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import type { Since, WebhookRow } from '#lib/webhooks/queries.ts';
import { Point, Points } from '../endpoint-state.tsx';
import { SaveSecret, useEnvNames } from '../secret/save-secret.tsx';
import type { Rotation } from './use-rotation.ts';

type Options = {
  rotation: Rotation;
  creating: boolean;
  week: WebhookRow['week'];
  since: Since | undefined;
  ofAccount?: boolean;
  /** Guichê's own receiver adopts the new secret automatically. */
  receiver?: boolean;
  onStored: () => void;
};

type ExplainStepProps = {
  creating: boolean;
  /** Null for the account's own secret. */
  week: WebhookRow['week'] | null;
  ofAccount?: boolean;
  onNext: () => void;
};

const code = (words: ReactNode) => <code className="mono">{words}</code>;

const HOURS = 7 * 24;

/** Step 1: what stops working, what it costs, and what follows. */
function ExplainStep({ creating, week, ofAccount = false, onNext }: ExplainStepProps) {
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

/** Steps 1 to 3, for an endpoint's secret and for the account's. */
export function useRotatingSteps(options: Options): Step[] {
  const { rotation, creating, week, ofAccount = false } = options;
  const t = useTranslations('webhooks.rotate');
  const locale = useLocale() as Locale;
  const [readAt, setReadAt] = useState<string | null>(null);
  const { issued, unclear } = rotation;
  const begun = issued !== null || unclear !== null;
  const provedAt = useFirst(begun && readAt !== null);
  const time = (at: string | null) => (at === null ? null : formatInstant(locale, at, 'time'));
  const now: 'explain' | 'password' | 'keep' = begun ? 'keep' : readAt === null ? 'explain' : 'password';
  const stateOf = (step: 'explain' | 'password' | 'keep') => {
    const order = ['explain', 'password', 'keep'];
    const distance = order.indexOf(step) - order.indexOf(now);
    return distance === 0 ? 'current' : distance < 0 ? 'done' : 'later';
  };
  const read = time(readAt);
  const proved = time(provedAt);
  return [
    {
      id: 'explain',
      title: t('explain.title'),
      note: read && t('explain.read', { time: read }),
      state: stateOf('explain'),
      children: now === 'explain' && (
        <ExplainStep
          creating={creating}
          week={week}
          ofAccount={ofAccount}
          onNext={() => setReadAt(new Date(serverNow()).toISOString())}
        />
      ),
    },
    {
      id: 'password',
      title: t('password.title'),
      note: proved && t('password.done', { time: proved }),
      state: stateOf('password'),
      children: now === 'password' && (
        <PasswordStep rotation={rotation} creating={creating} onBack={() => setReadAt(null)} />
      ),
    },
    {
      id: 'keep',
      title: t('keep.title'),
      state: stateOf('keep'),
      children: now === 'keep' && <SaveStep {...options} />,
    },
  ];
}

/** The time at which `happened` first became true. */
function useFirst(happened: boolean): string | null {
  const at = useRef<string | null>(null);
  const [, draw] = useState(0);
  useEffect(() => {
    if (!happened || at.current !== null) return;
    at.current = new Date(serverNow()).toISOString();
    draw((count) => count + 1);
  }, [happened]);
  return at.current;
}

const bold = (words: ReactNode) => <b>{words}</b>;

function SaveStep({ rotation, creating, since, ofAccount = false, receiver = false, onStored }: Options) {
  const env = useEnvNames();
  const t = useTranslations('webhooks');
  const locale = useLocale() as Locale;
  const { issued, again } = rotation;
  if (issued === null) return <UnclearStep rotation={rotation} />;
  const time = formatInstant(locale, issued.issuedAt, 'time');
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
        env={ofAccount ? env.callback : env.webhook}
        label={ofAccount ? 'callbackBox' : 'box'}
        optional={receiver}
        intro={
          receiver
            ? t('started.receiver')
            : creating
              ? t('keep.first')
              : t.rich('keep.stopped', { time, b: bold })
        }
        next={t('keep.toProof')}
        onStored={onStored}
      >
        <FailingCallout since={since} />
      </SaveSecret>
    </>
  );
}

/** Number and amount of notices that failed since the old secret stopped working. */
function FailingCallout({ since }: { since: Since | undefined }) {
  const t = useTranslations('webhooks.keep');
  if (since === undefined || since.failed === 0) return null;
  const { failed, more, untold } = since;
  return (
    <Callout tone="warn" role="status" title={t(more ? 'failingMore' : 'failing', { count: failed })}>
      {t('failingWords', { count: failed })}{' '}
      {untold > 0 && !more && t('untold', { amount: formatBrl(untold) })}
    </Callout>
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
