'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { cn } from '#components/ui/cn.ts';
import { FIELD_RULE, fieldLabel, fieldVariants } from '#components/ui/field.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { serverNow } from '#lib/clock.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { EXPIRIES, expirySeconds } from '#lib/payments/charge-form.ts';
import { PlainField } from '../../ui/plain-field.tsx';
import type { ChargeFormState } from './charge-form.tsx';

/** How long it can be paid, and when that would end if it were created now. */
export function ExpiryField({ form }: { form: ChargeFormState }) {
  const t = useTranslations('payments.charges.expiry');
  const locale = useLocale() as Locale;
  const { values, at, set } = form;
  const now = useMinute();
  const seconds = expirySeconds(values);
  if (form.facts.hub) return null;
  const end =
    now === null || typeof seconds !== 'number'
      ? null
      : formatInstant(locale, now + seconds * 1000, 'minute');
  return (
    <fieldset className={cn(fieldVariants(), '[&>:nth-child(n+3)]:mt-2')}>
      <legend className={cn(fieldLabel(), 'mb-[3px] w-full')}>
        <span>{t('label')}</span>
        <span className={FIELD_RULE}>
          {end !== null ? t('ifNow', { when: end }) : values.expires === 'default' && t('byProvider')}
        </span>
      </legend>
      <Segments
        label={t('label')}
        value={values.expires}
        onChange={(expires) => set({ expires })}
        options={EXPIRIES.map((value) => ({ value, label: t(`options.${value}`) }))}
      />
      {values.expires === 'other' && (
        <PlainField
          label={t('minutes')}
          rule={t('minutesRule')}
          inputMode="numeric"
          maxLength={5}
          {...at('minutes')}
        />
      )}
    </fieldset>
  );
}

/** The time, renewed each 15 s; null on the server. */
function useMinute(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(serverNow());
    tick();
    const timer = setInterval(tick, 15_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
