'use client';

import { useLocale } from 'next-intl';
import { useToday } from '#components/ui/use-now.ts';
import { formatInstant, type Locale, saoPauloDay } from '#lib/core/dates.ts';

/** '13:21', or with its day where it was not today. */
export function useSince(since: string): string {
  const locale = useLocale() as Locale;
  const today = useToday() === saoPauloDay(since);
  return formatInstant(locale, since, today ? 'time-minute' : 'minute');
}
