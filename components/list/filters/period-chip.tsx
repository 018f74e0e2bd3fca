'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Chip, ChipButton, ChipRemove } from '#components/ui/chip.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { useToday } from '#components/ui/use-now.ts';
import { type Day, formatInstant, isDay, type Locale, startOfDay } from '#lib/dates.ts';
import { type Period, type Preset, presetOf, presetSpan } from '#lib/period.ts';
import { PeriodForm } from './period-form.tsx';

type Props = {
  span: Period;
  /** Period that holds when none was chosen, in lists that need one; absent: no bounds. */
  usual?: Preset;
  now: string | null;
  onChange: (span: Period) => void;
};

/** The period in São Paulo days: presets, or any two days. */
export function PeriodChip({ span: chosen, usual, now, onChange }: Props) {
  const t = useTranslations('list');
  const today = useToday(now);
  const set = chosen.from !== null || chosen.to !== null;
  const span = set || usual === undefined ? chosen : presetSpan(usual, today);
  const words = usePeriodLabels()(span, today);
  return (
    <Chip>
      <Popover
        label={t('filters.name.period')}
        trigger={<ChipButton label={t('filters.name.period')} value={words} caret={!set} />}
      >
        {(close) => (
          <PeriodForm
            span={span}
            today={today}
            needed={usual !== undefined}
            onApply={(next) => {
              onChange(next);
              close();
            }}
          />
        )}
      </Popover>
      {set && (
        <ChipRemove
          label={t('filters.remove', { name: t('filters.name.period') })}
          onClick={() => onChange({ from: null, to: null })}
        />
      )}
    </Chip>
  );
}

/** '7 dias, 13–19 nov', 'desde 3 nov', 'tudo'. */
function usePeriodLabels(): (span: Period, today: Day) => string {
  const t = useTranslations('list.period');
  const daysOf = useSpanLabels();
  return (span, today) => {
    const days = daysOf(span, today);
    const preset = presetOf(span, today);
    return preset === null ? days : t('named', { name: t(preset), days });
  };
}

/** '13–19 nov', 'desde 3 nov', 'tudo'. */
export function useSpanLabels(): (span: Period, today: Day) => string {
  const t = useTranslations('list.period');
  const locale = useLocale() as Locale;
  return ({ from, to }, today) => {
    const day = (at: string) => dayWords(locale, at, today);
    if (from === null) return to === null ? t('all') : t('until', { to: day(to) });
    if (to === null) return t('since', { from: day(from) });
    return from === to ? day(from) : t('span', { from: shortStart(day(from), day(to)), to: day(to) });
  };
}

/** '19 nov', the year where it is not this one, the time where it is not a whole day. */
function dayWords(locale: Locale, at: string, today: Day): string {
  const whole = isDay(at);
  const instant = whole ? startOfDay(at) : at;
  const style = instant.slice(0, 4) === today.slice(0, 4) ? 'day' : 'long-day';
  const words = formatInstant(locale, instant, style).split(' ').slice(1).join(' ');
  return whole ? words : `${words} ${formatInstant(locale, instant, 'time-minute')}`;
}

/** '13 nov', '19 nov' → '13': the month is said once. */
function shortStart(from: string, to: string): string {
  const [day = '', ...month] = from.split(' ');
  return to.endsWith(` ${month.join(' ')}`) ? day : from;
}
