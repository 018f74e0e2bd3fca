'use client';

import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button, type ButtonVariant, LinkButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { cn } from '#components/ui/cn.ts';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant, useTimeLabels } from '#components/ui/instant.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { Status } from '#components/ui/status.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { formatInstant, type Locale, withOffset } from '#lib/core/dates.ts';
import { allOperations, type Operation, operationOptions } from '#lib/operations/queries.ts';
import { isOpen, isReversed } from '#lib/operations/rules.ts';
import {
  operationStyle,
  useEndLabels,
  useKindLabels,
  useReasonLabels,
  useStateLabels,
} from './operation-labels.ts';

type Props = {
  operationId: string;
  /** Called once if the operation ends while it is on screen: confirmed or rejected. */
  onEnd?: (operation: Operation) => void;
  /** One more action (for example a repeat with the feature's own label). */
  action?: ReactNode;
  /** The feature's own text below the general one. */
  children?: ReactNode;
};

/**
 * An operation with an unknown outcome, shown in the feature that created it. Dashed until the provider
 * confirms it; it polls the look-ups and then shows the outcome.
 */
export function OperationState({ operationId, onEnd, action, children }: Props) {
  const t = useTranslations('operations');
  const kindLabels = useKindLabels();
  const endLabels = useEndLabels();
  const account = useSession().account.slug;
  const locale = useLocale() as Locale;
  const { operation, error, refetch } = useFollowed(operationId, onEnd);
  if (operation === undefined)
    return error ? <ErrorCard error={error} onRetry={() => void refetch()} /> : null;
  if (!isOpen(operation.state)) return <Ended operation={operation} />;
  const { state, sentAt, createdAt, lookUps, id, nextLookUpAt } = operation;
  const kind = kindLabels(operation.kind);
  const unknown = state === 'unknown';
  return (
    <section
      className={cn(panelVariants({ local: true }), 'grid gap-2 p-panel')}
      aria-label={kind}
      aria-live="polite"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Icon name={unknown ? 'unknown' : 'pending'} tone="idle" />
        <h2 className="min-w-0 flex-1">{t(unknown ? 'inline.unknown' : 'inline.sent', { kind })}</h2>
        {unknown && lookUps > 0 && (
          <Badge local icon="refresh">
            {t('inline.checking', { count: lookUps })}
          </Badge>
        )}
      </div>
      <p>
        {unknown && nextLookUpAt === null
          ? endLabels(operation)
          : t.rich(unknown ? 'inline.description' : 'inline.sentDescription', {
              time: formatInstant(locale, sentAt ?? createdAt, 'time'),
              b: (chunks) => <b>{chunks}</b>,
            })}
      </p>
      {children}
      <div className="flex flex-wrap items-center gap-2">
        {operation.may.lookUp && <LookUpButton operation={operation} />}
        {action}
        <LinkButton href={`/${account}/operations?open=${id}`} variant="quiet">
          {t('do.show')}
        </LinkButton>
        <span className="text-xs text-ink-3">
          <NextLookUp operation={operation} />
        </span>
      </div>
    </section>
  );
}

function Ended({ operation }: { operation: Operation }) {
  const t = useTranslations('operations');
  const kind = useKindLabels()(operation.kind);
  const reason = useReasonLabels()(operation.reason);
  const endLabels = useEndLabels();
  const { state, problem, byHand, lateAt, approval } = operation;
  if (byHand !== null && lateAt === null) return <ByHand operation={operation} />;
  if (state === 'confirmed')
    return (
      <Callout tone="ok" role="status" title={t('inline.confirmed', { kind })}>
        {endLabels(operation)}
      </Callout>
    );
  // Never sent: declined, taken back by its requester, or expired.
  if (state === 'declined' || state === 'expired') {
    const own = isReversed(operation);
    return (
      <Callout
        icon={operationStyle(state).shape}
        role="status"
        title={t(`inline.${own ? 'takenBack' : state}`, { kind })}
      >
        {t(own ? 'inline.takenBackDescription' : `stateLabels.${state}`)}
        {approval.reason !== null && (
          <>
            {' '}
            <q>{approval.reason}</q>
          </>
        )}
      </Callout>
    );
  }
  return (
    <Callout tone="danger" role="alert" title={t('inline.rejected', { kind })}>
      {problem ? `${problem.title}. ${problem.hint}` : (reason ?? endLabels(operation))}
    </Callout>
  );
}

/** The state of an operation in a row. */
export function OperationStatus({ operation }: { operation: Operation }) {
  const states = useStateLabels();
  const { state } = operation;
  return (
    <Status kind={operationStyle(state).kind} calm={state === 'confirmed'}>
      {states(operation)}
    </Status>
  );
}

/** The outcome that a person recorded, because no look-up found it: who, when and how they knew. */
export function ByHand({ operation }: { operation: Pick<Operation, 'byHand' | 'settledAt' | 'lateAt'> }) {
  const t = useTranslations('operations.byHand');
  const { byHand, settledAt, lateAt } = operation;
  if (byHand === null) return null;
  const { by, happened, reason } = byHand;
  return (
    <Callout
      role="status"
      icon="operator"
      title={t(happened ? 'happened' : 'notHappened', { name: by.name })}
    >
      {lateAt === null && (
        <>
          <Instant at={settledAt} /> ·{' '}
        </>
      )}
      {t('unknown')}
      {reason !== null && <q className="block break-words whitespace-pre-line text-ink">{reason}</q>}
    </Callout>
  );
}

/** Reads one operation and polls it until its end. `onEnd` is called once if it ends while it is watched. */
export function useFollowed(id: string, onEnd?: (operation: Operation) => void) {
  const account = useSession().account.slug;
  const query = useQuery(operationOptions(account, id));
  const operation = query.data?.operation;
  const wasOpen = useRef(false);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (operation === undefined) return;
    const open = isOpen(operation.state);
    if (wasOpen.current && !open) end.current?.(operation);
    wasOpen.current = open;
  }, [operation]);
  return { ...query, operation };
}

type LookUpProps = Pick<ButtonVariant, 'size'> & {
  operation: Pick<Operation, 'id'>;
  /** Queries to invalidate besides the account's operations. */
  stale?: readonly QueryKey[];
};

/** "Look up now": a look-up at the provider outside the schedule, and its result. */
export function LookUpButton({ operation: { id }, stale = [], ...buttonProps }: LookUpProps) {
  const t = useTranslations('operations.do');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const { answer, busy, error, submit } = useOperation('POST /operations/{id}/look-up', {
    params: { id },
    proof: 'when-required',
    stale: [allOperations(account), ...stale],
    onDone: (detail) => client.setQueryData(operationOptions(account, id).queryKey, detail),
  });
  return (
    <>
      <Button {...buttonProps} aria-busy={busy || undefined} onClick={() => void submit(undefined)}>
        {t('lookUp')}
      </Button>
      {answer !== null && isOpen(answer.operation.state) && !busy && (
        <span className="text-xs text-ink-3" role="status">
          {t('still')}
        </span>
      )}
      {Boolean(error) && <ErrorCard error={error} className="basis-full" />}
    </>
  );
}

const COUNTED_MS = 120_000;

/** The next look-up of an unknown outcome: a countdown of its last two minutes, else the time. */
export function NextLookUp({ operation }: { operation: Pick<Operation, 'state' | 'nextLookUpAt'> }) {
  const t = useTranslations('operations.next');
  const locale = useLocale() as Locale;
  const { nextLookUpAt, state } = operation;
  const left = useRemaining(nextLookUpAt, 500);
  if (state !== 'unknown') return null;
  if (nextLookUpAt === null) return <span>{t('none')}</span>;
  const isCounted = left !== null && left <= COUNTED_MS;
  return (
    <time dateTime={nextLookUpAt} title={withOffset(nextLookUpAt)}>
      {!isCounted && t('at', { when: formatInstant(locale, nextLookUpAt, 'minute') })}
      {isCounted && (left <= 0 ? t('now') : t('in', { seconds: Math.ceil(left / 1000) }))}
    </time>
  );
}

/** Milliseconds until `at`, updated every `everyMs`; null before the first tick in the browser. */
export function useRemaining(at: string | null, everyMs: number): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return setLeft(null);
    const tick = () => setLeft(Date.parse(at) - serverNow());
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [at, everyMs]);
  return left;
}

const EVERY_MS = 15_000;

/** The remaining time for a decision, for a row. */
export function TimeLeft({ operation }: { operation: Operation }) {
  const { until } = operation.approval;
  if (operation.state !== 'awaiting_approval' || until === null) return null;
  return <LeftUntil since={operation.createdAt} until={until} />;
}

/** The remaining time until `until`, which is the title; `since` is when the request was made. */
export function LeftUntil({ since, until }: { since: string; until: string }) {
  const t = useTranslations('operations.next');
  const timeLabels = useTimeLabels();
  const left = Date.parse(until) - useNow(EVERY_MS, since);
  return (
    <time dateTime={until} title={withOffset(until)}>
      {left <= 0 ? t('over') : t('left', { left: timeLabels.left(left) })}
    </time>
  );
}

/** The remaining time for a decision, with a bar and the deadline. */
export function DecisionClock({ operation }: { operation: Operation }) {
  const t = useTranslations('operations');
  const timeLabels = useTimeLabels();
  const locale = useLocale() as Locale;
  const { createdAt, state, approval } = operation;
  const { until } = approval;
  const now = useNow(EVERY_MS, createdAt);
  if (state !== 'awaiting_approval' || until === null) return null;
  const left = Date.parse(until) - now;
  const whole = Date.parse(until) - Date.parse(createdAt);
  const share = Math.min(1, Math.max(0, left / whole));
  return (
    // biome-ignore lint/a11y/useSemanticElements: no field inside; a landmark of this name may exist already
    <div
      role="group"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2 border border-line-control border-dashed px-2.5 py-2 *:min-w-0"
      aria-label={t('approval.leftTitle')}
    >
      <p className="flex items-center gap-2">
        <Icon name="clock" />
        <b className="text-lg">{left <= 0 ? t('next.over') : timeLabels.left(left)}</b>
      </p>
      <div className="h-1.5 flex-[1_1_10rem] bg-sunken" aria-hidden="true">
        <i className="block h-full bg-ink-3" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="text-xs text-ink-3">
        {t('approval.leftUntil', { when: formatInstant(locale, until, 'minute') })}
      </p>
    </div>
  );
}
