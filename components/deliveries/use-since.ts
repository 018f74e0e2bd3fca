'use client';

import { useLocale } from 'next-intl';
import { useToday } from '#components/ui/clock.tsx';
import { formatInstant, type Locale, saoPauloDay } from '#lib/core/dates.ts';

/** Formats a time: '13:21', with its day if not today. */
export function useSince(since: string): string {
  const locale = useLocale() as Locale;
  const today = useToday() === saoPauloDay(since);
  return formatInstant(locale, since, today ? 'time-minute' : 'minute');
}
