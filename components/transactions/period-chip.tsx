'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ChipButton, ChipRemove } from '#components/ui/chip.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { type Day, formatInstant, isDay, type Locale, saoPauloDay, startOfDay } from '#lib/dates.ts';
import { type Filters, PRESETS, presetOf, presetSpan } from '#lib/transactions/filters.ts';

type Span = Pick<Filters, 'from' | 'to'>;
type Props = { span: Span; now: string | null; onChange: (span: Span) => void };

/** The period in São Paulo days: presets, or any two days. */
export function PeriodChip({ span, now, onChange }: Props) {
  const t = useTranslations('transactions');
  const today = saoPauloDay(now ?? Date.now());
  const words = usePeriodWords()(span, today);
  const set = span.from !== null || span.to !== null;
  return (
    <span className="chip">
      <Popover
        label={t('filters.name.period')}
        trigger={<ChipButton label={t('filters.name.period')} value={words} caret={!set} />}
      >
        {(close) => (
          <PeriodForm
            span={span}
            today={today}
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
    </span>
  );
}

/** '7 dias, 13–19 nov', 'desde 3 nov', 'tudo'. */
function usePeriodWords(): (span: Span, today: Day) => string {
  const t = useTranslations('transactions.period');
  const locale = useLocale() as Locale;
  return (span, today) => {
    const day = (at: string) => dayWords(locale, at, today);
    const { from, to } = span;
    if (from === null) return to === null ? t('all') : t('until', { to: day(to) });
    if (to === null) return t('since', { from: day(from) });
    const preset = presetOf(span, today);
    const days = from === to ? day(from) : t('span', { from: shortStart(day(from), day(to)), to: day(to) });
    return preset === null ? days : t('named', { name: t(preset), days });
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

type FormProps = { span: Span; today: Day; onApply: (span: Span) => void };

function PeriodForm({ span, today, onApply }: FormProps) {
  const t = useTranslations('transactions.period');
  const current = presetOf(span, today);
  return (
    <div className="grid w-64 gap-3">
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
        <Button
          size="sm"
          aria-pressed={span.from === null && span.to === null}
          onClick={() => onApply({ from: null, to: null })}
        >
          {t('everything')}
        </Button>
      </div>
      <DaysForm span={span} today={today} onApply={onApply} />
    </div>
  );
}

function DaysForm({ span, today, onApply }: FormProps) {
  const t = useTranslations('transactions');
  const id = useId();
  const [from, setFrom] = useState(dayOf(span.from));
  const [to, setTo] = useState(dayOf(span.to));
  const crossed = from !== '' && to !== '' && from > to;
  return (
    <form
      className="form border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!crossed) onApply({ from: isDay(from) ? from : null, to: isDay(to) ? to : null });
      }}
    >
      <div className="grid grid-cols-2 gap-2">
        <Field id={`${id}-from`} label={t('period.from')}>
          <Input
            id={`${id}-from`}
            type="date"
            value={from}
            max={today}
            onChange={(e) => setFrom(e.target.value)}
          />
        </Field>
        <Field id={`${id}-to`} label={t('period.to')}>
          <Input
            id={`${id}-to`}
            type="date"
            value={to}
            aria-invalid={crossed}
            aria-describedby={`${id}-answer`}
            onChange={(e) => setTo(e.target.value)}
          />
        </Field>
      </div>
      <p id={`${id}-answer`} className={crossed ? 'form-answer text-danger-ink' : 'form-answer'}>
        {crossed ? t('filters.fault.period') : t('period.inclusive')}
      </p>
      <Button type="submit" variant="main" disabled={crossed}>
        {t('filters.apply')}
      </Button>
    </form>
  );
}

function dayOf(at: string | null): string {
  return at === null ? '' : saoPauloDay(isDay(at) ? startOfDay(at) : at);
}
