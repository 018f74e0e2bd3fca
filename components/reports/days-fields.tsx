'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { DateField } from '#components/ui/date-field.tsx';
import { fieldAnswer } from '#components/ui/field.tsx';
import { useToday } from '#components/ui/use-now.ts';
import { PRESETS, presetSpan } from '#lib/period.ts';
import { lastMonth } from './draft.ts';

type Props = {
  from: string;
  to: string;
  fault: string | null;
  onChange: (days: { from: string; to: string }) => void;
};

/** Two São Paulo days, both included, and the usual periods as one press. */
export function DaysFields({ from, to, fault, onChange }: Props) {
  const t = useTranslations('reports.form');
  const id = useId();
  const today = useToday();
  const shared = { 'aria-invalid': fault !== null, 'aria-describedby': id };
  const presets = [
    ...PRESETS.map((name) => ({ name, span: presetSpan(name, today) })),
    { name: 'lastMonth' as const, span: lastMonth(today) },
  ];
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <DateField
          {...shared}
          label={t('from')}
          value={from}
          onChange={(day) => onChange({ from: day, to })}
        />
        <DateField {...shared} label={t('to')} value={to} onChange={(day) => onChange({ from, to: day })} />
      </div>
      <p id={id} className={fieldAnswer({ fault: fault !== null })}>
        {fault ?? t('days')}
      </p>
      <fieldset className="flex min-w-0 flex-wrap gap-1" aria-label={t('presets')}>
        {presets.map(({ name, span }) => (
          <Button
            key={name}
            size="sm"
            aria-pressed={span.from === from && span.to === to}
            onClick={() => onChange(span)}
          >
            {t(name)}
          </Button>
        ))}
      </fieldset>
    </>
  );
}
