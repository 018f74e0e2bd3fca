'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { type Day, isDay, saoPauloDay, startOfDay } from '#lib/dates.ts';
import { type Period, PRESETS, presetOf, presetSpan } from '#lib/period.ts';
import { dayFault } from '#lib/typed-dates.ts';

type FormProps = {
  span: Period;
  today: Day;
  /** True where a list cannot be without a beginning. */
  needed?: boolean;
  onApply: (span: Period) => void;
};

/** Presets, or any two days, both included. */
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
  const off = crossed || dayFault(from, today) !== null || dayFault(to) !== null;
  return (
    <form
      className="grid min-w-0 grid-cols-1 gap-3 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!off) onApply({ from: from || null, to: to || null });
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
      <p id={id} className={fieldAnswer({ fault: crossed })}>
        {crossed ? t('filters.fault.period') : t('period.inclusive')}
      </p>
      <Button type="submit" variant="main" disabled={off}>
        {t('filters.apply')}
      </Button>
    </form>
  );
}

function dayOf(at: string | null): string {
  return at === null ? '' : saoPauloDay(isDay(at) ? startOfDay(at) : at);
}
