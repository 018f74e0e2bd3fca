'use client';

import { useLocale, useTranslations } from 'next-intl';
import { addDays, formatInstant, type Locale, saoPauloDay } from '#lib/dates.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { guessSituation } from '#lib/disputes/rules.ts';
import { cut, cutStart } from '#lib/text.ts';
import { leftOf } from './clock.ts';

/** Instants and times left in words. */
export function useTimeLabels() {
  const t = useTranslations('due');
  const locale = useLocale() as Locale;
  return {
    /** 'hoje 19:45', 'sex 20 nov 11:13' — relative to `now` (ms), with seconds only where asked for. */
    when(at: string, now: number, variant: 'time' | 'time-minute' = 'time-minute'): string {
      const day = saoPauloDay(at);
      const today = saoPauloDay(now);
      const time = formatInstant(locale, at, variant);
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

/** Reason guessed from the report; when nothing known matches, the provider's word for the type. */
export function useReasonLabels(): (dispute: Pick<Dispute, 'reason' | 'type'>) => string {
  const t = useTranslations('due');
  const typeWords = useTypeLabels();
  return ({ reason, type }) => {
    const situation = guessSituation(reason);
    return situation === 'other' ? typeWords(type) : t(`situations.${situation}`);
  };
}

/** The provider's word for the type in the operator's language; an unknown one as it came. */
export function useTypeLabels(): (type: string | null) => string {
  const t = useTranslations('due.types');
  return (type) => (type === null ? t('none') : t.has(type as 'FRAUD') ? t(type as 'FRAUD') : type);
}

/** The name of a dispute on screen: what the bank calls it where it fits a line, else its id. */
export function disputeName({ id }: Pick<Dispute, 'id'>): string {
  return id.length <= 14 ? id : `${cut(id, 8)}…${cutStart(id, 4)}`;
}
