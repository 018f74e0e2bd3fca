'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { StatusKind } from '#components/ui/status.tsx';
import { useStatusLabel } from '#components/ui/use-status-word.ts';
import { type Day, formatInstant, type Locale, startOfDay } from '#lib/core/dates.ts';
import type { Report } from '#lib/reports/queries.ts';
import { daysOf, type ReportState } from '#lib/reports/rules.ts';

export const STATE_KINDS: Record<ReportState, StatusKind> = {
  pending: 'idle',
  running: 'flow',
  completed: 'ok',
  failed: 'danger',
  expired: 'expired',
  unknown: 'unknown',
};

/** Labels of types, statuses and periods; unknown ones as the provider sent them. */
export function useReportLabels() {
  const t = useTranslations('reports');
  const status = useStatusLabel();
  const locale = useLocale() as Locale;
  const day = (at: Day) => formatInstant(locale, startOfDay(at), 'long-day').split(' ').slice(1).join(' ');
  return {
    type: (word: string) => (t.has(`type.${word}`) ? t(`type.${word as 'DEPOSIT'}`) : word),
    status,
    period: (report: Pick<Report, 'from' | 'to'>): string => {
      const { from, to } = daysOf(report);
      if (from === null || to === null) return t('allDays');
      return from === to ? t('one', { day: day(from) }) : t('span', { from: day(from), to: day(to) });
    },
  };
}
