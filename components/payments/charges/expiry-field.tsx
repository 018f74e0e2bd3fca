'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { PlainField } from '../fields/plain-field.tsx';
import styles from '../payments.module.css';
import { type ChargeDraft, EXPIRIES, expirySeconds } from './charge-draft.ts';

type Props = {
  values: ChargeDraft;
  set: (part: Partial<ChargeDraft>) => void;
  error: string | null;
  /** The button was pressed: what is missing is told too. */
  tried: boolean;
};

/** How long it can be paid, and when that would end if it were created now. */
export function ExpiryField({ values, set, error, tried }: Props) {
  const t = useTranslations('payments.charges.expiry');
  const locale = useLocale() as Locale;
  const hub = useSession().account.kind === 'hub';
  const now = useMinute();
  const seconds = expirySeconds(values);
  // Document 2 takes no expiry.
  if (hub) return null;
  const end =
    now === null || typeof seconds !== 'number'
      ? null
      : formatInstant(locale, now + seconds * 1000, 'minute');
  return (
    <fieldset className={`form-field ${styles.expiry}`}>
      <legend className="form-label w-full">
        <span>{t('label')}</span>
        <span className="rule">
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
          value={values.minutes}
          onChange={(minutes) => set({ minutes })}
          error={values.minutes === '' && !tried ? null : error}
        />
      )}
    </fieldset>
  );
}

/** The time, renewed each 15 s; null on the server. */
function useMinute(): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 15_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
