import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Chip, ChipButton, ChipRemove } from '#components/ui/chip.tsx';
import { useToday } from '#components/ui/clock.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { Popover } from '#components/ui/popover.tsx';
import {
  type Day,
  formatInstant,
  isDay,
  type Locale,
  type Period,
  PRESETS,
  type Preset,
  presetOf,
  presetSpan,
  saoPauloDay,
  startOfDay,
} from '#lib/core/dates.ts';
import { dayError } from '#lib/core/typed-dates.ts';

type Props = {
  span: Period;
  /** The default period of lists that need one; absent: no default. */
  usual?: Preset | undefined;
  now: string | null;
  onChange: (span: Period) => void;
};

type FormProps = {
  span: Period;
  today: Day;
  /** True where the list needs a start. */
  needed?: boolean;
  onApply: (span: Period) => void;
};

/** Presets, or any two days, both inclusive. */
export function PeriodForm({ span, today, needed = false, onApply }: FormProps) {
  const t = useTranslations('list.period');
  const current = presetOf(span, today);
  return (
    <div className="grid w-72 gap-3">
      <div className="grid grid-cols-2 gap-1">
        {PRESETS.map((preset) => (
          <Button
            key={preset}
            size="sm"
            aria-pressed={preset === current}
            onClick={() => onApply(presetSpan(preset, today))}
          >
            {t(preset)}
          </Button>
        ))}
        {!needed && (
          <Button
            size="sm"
            aria-pressed={span.from === null && span.to === null}
            onClick={() => onApply({ from: null, to: null })}
          >
            {t('everything')}
          </Button>
        )}
      </div>
      <DaysForm span={span} today={today} needed={needed} onApply={onApply} />
    </div>
  );
}

function DaysForm({ span, today, needed = false, onApply }: FormProps) {
  const t = useTranslations('list');
  const id = useId();
  const [from, setFrom] = useState(dayOf(span.from));
  const [to, setTo] = useState(dayOf(span.to));
  const crossed = isDay(from) && isDay(to) && from > to;
  const isInvalid = crossed || dayError(from, today) !== null || dayError(to) !== null;
  return (
    <form
      className="grid min-w-0 grid-cols-1 gap-3 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isInvalid) onApply({ from: from || null, to: to || null });
      }}
    >
      <div className="grid grid-cols-2 gap-2">
        <DateField label={t('period.from')} value={from} max={today} required={needed} onChange={setFrom} />
        <DateField
          label={t('period.to')}
          value={to}
          aria-invalid={crossed}
          aria-describedby={id}
          onChange={setTo}
        />
      </div>
      <p id={id} className={fieldAnswer({ error: crossed })}>
        {crossed ? t('filters.error.period') : t('period.inclusive')}
      </p>
      <Button type="submit" variant="main" disabled={isInvalid}>
        {t('filters.apply')}
      </Button>
    </form>
  );
}

function dayOf(at: string | null): string {
  return at === null ? '' : saoPauloDay(isDay(at) ? startOfDay(at) : at);
}

/** The period filter in São Paulo days: presets, or any two days. */
export function PeriodChip({ span: chosen, usual, now, onChange }: Props) {
  const t = useTranslations('list');
  const today = useToday(now);
  const set = chosen.from !== null || chosen.to !== null;
  const span = set || usual === undefined ? chosen : presetSpan(usual, today);
  const days = useSpanLabels()(span, today);
  const preset = presetOf(span, today);
  // '7 dias, 13–19 nov'
  const value = preset === null ? days : t('period.named', { name: t(`period.${preset}`), days });
  const name = t('filters.name.period');
  return (
    <Chip>
      <Popover label={name} trigger={<ChipButton label={name} value={value} caret={!set} />}>
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
          label={t('filters.remove', { name })}
          onClick={() => onChange({ from: null, to: null })}
        />
      )}
    </Chip>
  );
}

/** '13–19 nov', 'desde 3 nov', 'tudo'. */
export function useSpanLabels(): (span: Period, today: Day) => string {
  const t = useTranslations('list.period');
  const locale = useLocale() as Locale;
  return ({ from, to }, today) => {
    const day = (at: string) => dayLabel(locale, at, today);
    if (from === null) return to === null ? t('all') : t('until', { to: day(to) });
    if (to === null) return t('since', { from: day(from) });
    return from === to ? day(from) : t('span', { from: shortStart(day(from), day(to)), to: day(to) });
  };
}

/** '19 nov'; with the year where it is not this year, and the time where it is not a whole day. */
function dayLabel(locale: Locale, at: string, today: Day): string {
  const whole = isDay(at);
  const instant = whole ? startOfDay(at) : at;
  const style = instant.slice(0, 4) === today.slice(0, 4) ? 'day' : 'long-day';
  const text = formatInstant(locale, instant, style).split(' ').slice(1).join(' ');
  return whole ? text : `${text} ${formatInstant(locale, instant, 'time-minute')}`;
}

/** '13 nov', '19 nov' → '13': drops a repeated month. */
function shortStart(from: string, to: string): string {
  const [day = '', ...month] = from.split(' ');
  return to.endsWith(` ${month.join(' ')}`) ? day : from;
}
