'use client';

import dynamic from 'next/dynamic';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type Day, isDay, type Locale } from '#lib/dates.ts';
import { dayFault, readDay, writtenDay } from '#lib/typed-dates.ts';
import { IconButton } from './icon-button.tsx';
import { PlainField } from './plain-field.tsx';
import { Popover } from './popover.tsx';
import { useTyped } from './use-typed.ts';

const Calendar = dynamic(async () => (await import('./calendar.tsx')).Calendar, { ssr: false });

type Props = {
  label: string;
  /** `YYYY-MM-DD`, '' for no day, or typed text that names none, which its form refuses (`dayFault`). */
  value: string;
  onChange: (value: string) => void;
  /** The last day that may be. */
  max?: Day;
  required?: boolean;
  rule?: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
};

/** A day, typed or pasted in the page's language or chosen in a calendar; what names no day is said once it is left. */
export function DateField({ value, onChange, max, error, ...props }: Props) {
  const t = useTranslations('common.date');
  const locale = useLocale() as Locale;
  const { isTyping, control } = useTyped({
    value,
    onChange,
    read: (text) => readDay(text, locale),
    write: (day) => writtenDay(locale, day),
  });
  const fault = isTyping ? null : dayFault(value, max);
  const described = fault === null ? props : without(props);
  return (
    <PlainField
      placeholder={t('placeholder')}
      maxLength={64}
      {...described}
      {...control}
      error={fault === null ? error : t(fault)}
      after={
        <Popover
          label={t('calendarOf', { label: props.label })}
          align="end"
          trigger={<IconButton icon="calendar" label={t('calendarOf', { label: props.label })} />}
        >
          {(close) => (
            <Calendar
              day={isDay(value) ? value : null}
              max={max}
              onChoose={(chosen) => {
                onChange(chosen);
                close();
              }}
            />
          )}
        </Popover>
      }
    />
  );
}

/** The field's own fault is what it is described by. */
function without({
  'aria-invalid': _invalid,
  'aria-describedby': _by,
  ...props
}: Omit<Props, 'value' | 'onChange'>) {
  return props;
}
