'use client';

import dynamic from 'next/dynamic';
import { useLocale, useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { type Day, isDay, type Locale } from '#lib/core/dates.ts';
import { dayFault, isTime, readDay, readTime, writtenDay } from '#lib/core/typed-dates.ts';
import { IconButton } from './button.tsx';
import { PlainField } from './plain-field.tsx';
import { Popover } from './popover.tsx';

const Calendar = dynamic(async () => (await import('./calendar.tsx')).Calendar, { ssr: false });

type DateProps = {
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
export function DateField({ value, onChange, max, error, ...props }: DateProps) {
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
}: Omit<DateProps, 'value' | 'onChange'>) {
  return props;
}

type TimeProps = {
  label: string;
  /** `HH:MM`, or typed text that names no time, which its form refuses (`isTime`). */
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
};

/** A time of day in 24 hours, typed as people write it; what names none is said once it is left. */
export function TimeField({ label, value, onChange, error }: TimeProps) {
  const t = useTranslations('common.time');
  const { isTyping, control } = useTyped({ value, onChange, read: readTime, write: asIs });
  const isUnread = !isTyping && value !== '' && !isTime(value);
  return (
    <PlainField
      label={label}
      placeholder={t('placeholder')}
      maxLength={12}
      required
      {...control}
      error={isUnread ? t('unread') : error}
    />
  );
}

const asIs = (value: string) => value;

type Options = {
  value: string;
  onChange: (value: string) => void;
  /** The value that a text names; null where it names none. */
  read: (text: string) => string | null;
  /** The value as the page writes it; text that is no value stays as it is. */
  write: (value: string) => string;
};

/**
 * The control of a field whose value is written in several ways: as it is typed while it is typed, and as the page
 * writes it once the field is left. Text that names no value becomes the value, so that its form can refuse it.
 */
function useTyped({ value, onChange, read, write }: Options) {
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => setTyped(null);
  return {
    isTyping: typed !== null,
    control: {
      value: typed ?? write(value),
      onChange: (text: string) => {
        setTyped(text);
        onChange(read(text) ?? text.trim());
      },
      onBlur: leave,
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Enter') leave();
      },
    },
  };
}
