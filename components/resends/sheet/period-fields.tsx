'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { buttonVariants } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { DateField } from '#components/ui/date-field.tsx';
import { FIELD_PAIR, fieldAnswer } from '#components/ui/field.tsx';
import { useToday } from '#components/ui/use-now.ts';
import { serverNow } from '#lib/core/clock.ts';
import { addDays, saoPauloDay } from '#lib/core/dates.ts';
import { isInstant, isRangeInverted } from '#lib/resends/choice.ts';
import type { FieldsProps } from './choose-step.tsx';

/**
 * The period: for a filter, when transactions were created; for failures, when they last failed (optional).
 */
export function PeriodFields({ choice, onChange }: FieldsProps) {
  const t = useTranslations('resends.chooseStep');
  const id = useId();
  const today = useToday();
  const crossed = isRangeInverted(choice);
  const failures = choice.what === 'failures';
  const field = (name: 'from' | 'to') => (
    <DateField
      label={t(name)}
      required={choice.what === 'filter'}
      value={dayOf(choice[name])}
      aria-invalid={crossed}
      aria-describedby={id}
      onChange={(day) => onChange({ ...choice, [name]: day })}
    />
  );
  return (
    <section>
      <h3>
        {t('period')} <span className="cap ml-auto">{t(failures ? 'periodOptional' : 'periodRule')}</span>
      </h3>
      <div className={FIELD_PAIR}>
        {field('from')}
        {field('to')}
      </div>
      <p id={id} className={cn(fieldAnswer({ fault: crossed }), 'mt-1')}>
        {crossed ? t('crossed') : t(failures ? 'failuresPeriod' : 'periodWords')}
      </p>
      <div className="mt-2 flex flex-wrap gap-1">
        {failures && (
          <button
            type="button"
            className={buttonVariants({ size: 'sm' })}
            aria-pressed={choice.from === '' && choice.to === ''}
            onClick={() => onChange({ ...choice, from: '', to: '' })}
          >
            {t('allOpen')}
          </button>
        )}
        <button
          type="button"
          className={buttonVariants({ size: 'sm' })}
          onClick={() => onChange({ ...choice, ...lastDay(failures, today) })}
        >
          {t('last24')}
        </button>
        {([1, 7, 30] as const).map((days) => (
          <button
            key={days}
            type="button"
            className={buttonVariants({ size: 'sm' })}
            onClick={() => onChange({ ...choice, from: addDays(today, 1 - days), to: today })}
          >
            {t('lastDays', { days })}
          </button>
        ))}
      </div>
    </section>
  );
}

/** The last 24 hours, to the minute. `open`: the end stays empty; otherwise it is today. */
const lastDay = (open: boolean, today: string) => ({
  from: new Date(serverNow() - 86_400_000).toISOString(),
  to: open ? '' : today,
});

/** Converts an instant to its day; other text is unchanged. */
const dayOf = (at: string) => (isInstant(at) ? saoPauloDay(at) : at);
