'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useToday } from '#components/ui/clock.tsx';
import { cn } from '#components/ui/cn.ts';
import { DateField } from '#components/ui/date-field.tsx';
import { FIELD_PAIR, fieldAnswer } from '#components/ui/field.tsx';
import { serverNow } from '#lib/core/clock.ts';
import { addDays, saoPauloDay } from '#lib/core/dates.ts';
import { isInstant, isRangeInverted } from '#lib/resends/choice.ts';
import type { FieldsProps } from './choose-step.tsx';

const DAY_MS = 86_400_000;

/** The period: when transactions were created or, for failures, when they last failed (optional). */
export function PeriodFields({ choice, onChange }: FieldsProps) {
  const t = useTranslations('resends.chooseStep');
  const id = useId();
  const today = useToday();
  const crossed = isRangeInverted(choice);
  const failures = choice.what === 'failures';
  const set = (from: string, to: string) => onChange({ ...choice, from, to });
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
          <Button size="sm" aria-pressed={choice.from === '' && choice.to === ''} onClick={() => set('', '')}>
            {t('allOpen')}
          </Button>
        )}
        {/* The last 24 hours, to the minute; for failures the end stays open. */}
        <Button
          size="sm"
          onClick={() => set(new Date(serverNow() - DAY_MS).toISOString(), failures ? '' : today)}
        >
          {t('last24')}
        </Button>
        {[1, 7, 30].map((days) => (
          <Button key={days} size="sm" onClick={() => set(addDays(today, 1 - days), today)}>
            {t('lastDays', { days })}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** Converts an instant to its day; other text is unchanged. */
const dayOf = (at: string) => (isInstant(at) ? saoPauloDay(at) : at);
