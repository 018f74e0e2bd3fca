'use client';

import { useLocale } from 'next-intl';
import { formatInstant, type Locale, saoPauloDay } from '#lib/dates.ts';

/** '13:21', or with its day where it was not today. */
export function useSince(since: string): string {
  const locale = useLocale() as Locale;
  const today = saoPauloDay(Date.now()) === saoPauloDay(since);
  return formatInstant(locale, since, today ? 'time-minute' : 'minute');
}
