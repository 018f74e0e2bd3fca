'use client';

import { useLocale, useTranslations } from 'next-intl';
import { addDays, formatInstant, type Locale, saoPauloDay, timeLeftOf } from '#lib/core/dates.ts';

/** Texts for instants and remaining times. */
export function useTimeLabels() {
  const t = useTranslations('due');
  const locale = useLocale() as Locale;
  return {
    /** 'hoje 19:45', 'sex 20 nov 11:13': relative to `now` (ms); seconds only with `time`. */
    when(at: string, now: number, style: 'time' | 'time-minute' = 'time-minute'): string {
      const day = saoPauloDay(at);
      const today = saoPauloDay(now);
      const time = formatInstant(locale, at, style);
      if (day === today) return t('when.today', { time });
      if (day === addDays(today, 1)) return t('when.tomorrow', { time });
      if (day === addDays(today, -1)) return t('when.yesterday', { time });
      return t('when.day', { day: formatInstant(locale, at, 'day'), time });
    },
    left(ms: number): string {
      const left = timeLeftOf(ms);
      return t(`left.${left.unit}`, left);
    },
    spokenLeft(ms: number): string {
      const left = timeLeftOf(ms);
      return t(`left.spoken.${left.unit}`, left);
    },
  };
}
