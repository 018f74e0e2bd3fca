'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useToday } from '#components/ui/use-now.ts';
import { formatInstant, type Locale, saoPauloDay } from '#lib/dates.ts';
import type { Reach } from '#lib/deliveries/queries.ts';

/** How far the history was read: what lies outside it is not on screen. */
export function ReachLine({ reach }: { reach: Reach }) {
  const t = useTranslations('deliveries.reach');
  const words = useReachLabels();
  return (
    <span
      className="flex-[1_1_20rem] text-right text-2xs text-ink-3 max-wide:flex-none max-wide:text-left"
      title={`${t('help')} ${t('rows', { count: reach.rows })}`}
    >
      {words(reach)}
    </span>
  );
}

export function useReachLabels(): (reach: Reach) => string {
  const t = useTranslations('deliveries.reach');
  const locale = useLocale() as Locale;
  const today = useToday();
  const moment = (at: string) => formatInstant(locale, at, saoPauloDay(at) === today ? 'time' : 'minute');
  return ({ completeAt, from, whole, reading, rows, problem }) => {
    const until = completeAt === null ? null : moment(completeAt);
    if (problem !== null)
      return until === null ? t('problemNew', { code: problem }) : t('problem', { until, code: problem });
    if (until === null) return t('nothing');
    const start = from === null ? null : formatInstant(locale, from, 'day');
    return [
      t('until', { until }),
      start !== null && t(whole ? 'whole' : 'since', { from: start }),
      reading && !whole && t('reading', { count: rows }),
    ]
      .filter(Boolean)
      .join(' · ');
  };
}
