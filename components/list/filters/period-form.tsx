'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { type Day, isDay, saoPauloDay, startOfDay } from '#lib/dates.ts';
import { type Period, PRESETS, presetOf, presetSpan } from '#lib/period.ts';

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
        <PlainField
          label={t('period.from')}
          type="date"
          value={from}
          max={today}
          required={needed}
          onChange={setFrom}
        />
        <PlainField
          label={t('period.to')}
          type="date"
          value={to}
          aria-invalid={crossed}
          aria-describedby={id}
          onChange={setTo}
        />
      </div>
      <p id={id} className={crossed ? 'form-answer text-danger-ink' : 'form-answer'}>
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
