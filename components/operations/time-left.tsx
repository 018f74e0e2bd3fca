'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import { formatInstant, type Locale, withOffset } from '#lib/dates.ts';
import type { Operation } from '#lib/operations/queries.ts';

const EVERY_MS = 15_000;

/** How long somebody may still decide, in a row. */
export function TimeLeft({ operation }: { operation: Operation }) {
  const { until } = operation.approval;
  if (operation.state !== 'awaiting_approval' || until === null) return null;
  return <LeftUntil since={operation.createdAt} until={until} />;
}

/** The time left of what was asked at one instant and ends at another, which is in its title. */
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

/** The same, large and drawn: what is gone of the time, what is left, and until when. */
export function DecisionClock({ operation }: { operation: Operation }) {
  const t = useTranslations('operations');
  const words = useTimeLabels();
  const locale = useLocale() as Locale;
  const left = useLeftOf(operation);
  const { until } = operation.approval;
  if (left === null || until === null) return null;
  const whole = Date.parse(until) - Date.parse(operation.createdAt);
  const share = Math.min(1, Math.max(0, left / whole));
  return (
    // biome-ignore lint/a11y/useSemanticElements: no field stands in it, and a second landmark of its name may be near
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

/** ms; null where it waits for nobody. */
function useLeftOf({ state, approval: { until }, createdAt }: Operation): number | null {
  const now = useNow(EVERY_MS, createdAt);
  return state !== 'awaiting_approval' || until === null ? null : Date.parse(until) - now;
}
