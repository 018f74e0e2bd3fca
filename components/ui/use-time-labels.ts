'use client';

import { useLocale, useTranslations } from 'next-intl';
import { addDays, formatInstant, type Locale, leftOf, saoPauloDay } from '#lib/core/dates.ts';

/** Instants and times left in words. */
export function useTimeLabels() {
  const t = useTranslations('due');
  const locale = useLocale() as Locale;
  return {
    /** 'hoje 19:45', 'sex 20 nov 11:13' — relative to `now` (ms), with seconds only where asked for. */
    when(at: string, now: number, look: 'time' | 'time-minute' = 'time-minute'): string {
      const day = saoPauloDay(at);
      const today = saoPauloDay(now);
      const time = formatInstant(locale, at, look);
      if (day === today) return t('when.today', { time });
      if (day === addDays(today, 1)) return t('when.tomorrow', { time });
      if (day === addDays(today, -1)) return t('when.yesterday', { time });
      return t('when.day', { day: formatInstant(locale, at, 'day'), time });
    },
    left(ms: number): string {
      const left = leftOf(ms);
      return t(`left.${left.unit}`, left);
    },
    spokenLeft(ms: number): string {
      const left = leftOf(ms);
      return t(`left.spoken.${left.unit}`, left);
    },
  };
}
