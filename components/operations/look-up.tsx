'use client';

import type { QueryKey } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button, type ButtonVariant } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import { serverNow } from '#lib/core/clock.ts';
import { formatInstant, type Locale, withOffset } from '#lib/core/dates.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { isOpen } from '#lib/operations/rules.ts';
import { useLookUp } from './use-followed.ts';

type Props = Pick<ButtonVariant, 'size'> & {
  operation: Pick<Operation, 'id'>;
  /** Queries to invalidate besides the account's operations. */
  stale?: readonly QueryKey[];
};

/** The "Look up now" button and its result. */
export function LookUpButton({ operation, stale, ...buttonProps }: Props) {
  const t = useTranslations('operations.do');
  const lookUp = useLookUp(operation.id, stale);
  const still = lookUp.answer !== null && isOpen(lookUp.answer.operation.state);
  return (
    <>
      <Button
        {...buttonProps}
        aria-busy={lookUp.busy || undefined}
        onClick={() => void lookUp.submit(undefined)}
      >
        {t('lookUp')}
      </Button>
      {still && !lookUp.busy && (
        <span className="text-xs text-ink-3" role="status">
          {t('still')}
        </span>
      )}
      {Boolean(lookUp.error) && <ErrorCard error={lookUp.error} className="basis-full" />}
    </>
  );
}

const COUNTED_MS = 120_000;

/** The next look-up of an unknown outcome: a countdown when it is near, else the time. */
export function NextLookUp({ operation }: { operation: Pick<Operation, 'state' | 'nextLookUpAt'> }) {
  const t = useTranslations('operations.next');
  const locale = useLocale() as Locale;
  const { nextLookUpAt, state } = operation;
  const left = useRemaining(nextLookUpAt);
  if (state !== 'unknown') return null;
  if (nextLookUpAt === null) return <span>{t('none')}</span>;
  if (left === null || left > COUNTED_MS)
    return (
      <time dateTime={nextLookUpAt} title={withOffset(nextLookUpAt)}>
        {t('at', { when: formatInstant(locale, nextLookUpAt, 'minute') })}
      </time>
    );
  return (
    <time dateTime={nextLookUpAt} title={withOffset(nextLookUpAt)}>
      {left <= 0 ? t('now') : t('in', { seconds: Math.ceil(left / 1000) })}
    </time>
  );
}

/** Milliseconds until `at`; null before the first tick in the browser. */
function useRemaining(at: string | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    if (at === null) return;
    const tick = () => setLeft(Date.parse(at) - serverNow());
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [at]);
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
  const words = useTimeLabels();
  const left = Date.parse(until) - useNow(EVERY_MS, since);
  return (
    <time dateTime={until} title={withOffset(until)}>
      {left <= 0 ? t('over') : t('left', { left: words.left(left) })}
    </time>
  );
}

/** The remaining time for a decision, with a bar and the deadline. */
export function DecisionClock({ operation }: { operation: Operation }) {
  const t = useTranslations('operations');
  const words = useTimeLabels();
  const locale = useLocale() as Locale;
  const left = useRemainingOf(operation);
  const { until } = operation.approval;
  if (left === null || until === null) return null;
  const whole = Date.parse(until) - Date.parse(operation.createdAt);
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
        <b className="text-lg">{left <= 0 ? t('next.over') : words.left(left)}</b>
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

/** Milliseconds until the deadline; null where no decision is awaited. */
function useRemainingOf({ state, approval: { until }, createdAt }: Operation): number | null {
  const now = useNow(EVERY_MS, createdAt);
  return state !== 'awaiting_approval' || until === null ? null : Date.parse(until) - now;
}
