import { useLocale, useTranslations } from 'next-intl';
import {
  addDays,
  formatInstant,
  type InstantStyle,
  type Locale,
  saoPauloDay,
  timeLeftOf,
  withOffset,
} from '#lib/core/dates.ts';

type Props = { at: string | null | undefined; variant?: InstantStyle; className?: string };

/** An instant in São Paulo time; the title has the exact time with its offset. */
export function Instant({ at, variant = 'full', className }: Props) {
  const locale = useLocale() as Locale;
  if (!at) return <span className="text-ink-3">–</span>;
  return (
    <time dateTime={at} title={withOffset(at)} className={className}>
      {formatInstant(locale, at, variant)}
    </time>
  );
}

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
