'use client';

import dynamic from 'next/dynamic';
import { useLocale, useTranslations } from 'next-intl';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { type Day, isDay, type Locale } from '#lib/core/dates.ts';
import { dayError, isTime, readDay, readTime, writtenDay } from '#lib/core/typed-dates.ts';
import { IconButton } from './button.tsx';
import { PlainField } from './plain-field.tsx';
import { Popover } from './popover.tsx';

const Calendar = dynamic(async () => (await import('./calendar.tsx')).Calendar, { ssr: false });

type Texts = 'required' | 'rule' | 'hint' | 'error' | 'aria-invalid' | 'aria-describedby';
type DateProps = Pick<ComponentProps<typeof PlainField>, Texts> & {
  label: string;
  /** `YYYY-MM-DD`, '' for no day, or typed text that is not a day, which the form rejects (`dayError`). */
  value: string;
  onChange: (value: string) => void;
  max?: Day;
};

/** A day, typed in the page's language or chosen in a calendar. Shows an error once it loses the focus. */
export function DateField({ value, onChange, max, error, ...props }: DateProps) {
  const t = useTranslations('common.date');
  const locale = useLocale() as Locale;
  const { isTyping, control } = useTyped({
    value,
    onChange,
    read: (text) => readDay(text, locale),
    write: (day) => writtenDay(locale, day),
  });
  const fieldError = isTyping ? null : dayError(value, max);
  // While the field shows its own error, the caller's ARIA props, which name another text, are dropped.
  const { 'aria-invalid': _invalid, 'aria-describedby': _by, ...texts } = props;
  return (
    <PlainField
      placeholder={t('placeholder')}
      maxLength={64}
      {...(fieldError === null ? props : texts)}
      {...control}
      error={fieldError === null ? error : t(fieldError)}
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

type TimeProps = Pick<DateProps, 'label' | 'value' | 'onChange' | 'error'>;

/** A 24-hour time, `HH:MM`, typed. Other text is the value too, which the form rejects (`isTime`). */
export function TimeField({ label, value, onChange, error }: TimeProps) {
  const t = useTranslations('common.time');
  const { isTyping, control } = useTyped({ value, onChange, read: readTime, write: (time) => time });
  const isInvalid = !isTyping && value !== '' && !isTime(value);
  return (
    <PlainField
      label={label}
      placeholder={t('placeholder')}
      maxLength={12}
      required
      {...control}
      error={isInvalid ? t('unread') : error}
    />
  );
}

type Options = Pick<TimeProps, 'value' | 'onChange'> & {
  /** Parses a text; null where it is not a value. */
  read: (text: string) => string | null;
  /** Formats a value for the page; text that is not a value stays as it is. */
  write: (value: string) => string;
};

/**
 * A control for values with several spellings: it shows the text as typed while the operator types, and
 * formatted afterwards. Text that does not parse becomes the value, so that the form can reject it.
 */
function useTyped({ value, onChange, read, write }: Options) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    isTyping: typed !== null,
    control: {
      value: typed ?? write(value),
      onChange: (text: string) => {
        setTyped(text);
        onChange(read(text) ?? text.trim());
      },
      onBlur: () => setTyped(null),
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Enter') setTyped(null);
      },
    },
  };
}
