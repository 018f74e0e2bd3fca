'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { isTime, readTime } from '#lib/typed-dates.ts';
import { PlainField } from './plain-field.tsx';
import { useTyped } from './use-typed.ts';

type Props = {
  label: string;
  /** `HH:MM`, or typed text that names no time, which its form refuses (`isTime`). */
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
};

/** A time of day in 24 hours, typed as people write it; what names none is said once it is left. */
export function TimeField({ label, value, onChange, error }: Props) {
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
