'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Field } from '#components/ui/field.tsx';
import { MOST_METADATA, readMetadata } from '#lib/payments/metadata.ts';

type Props = { value: string; onChange: (next: string) => void; error?: string | null };

/** Document 2's free data of an operation: one `name: value` a line. */
export function MetadataField({ value, onChange, error: told = null }: Props) {
  const t = useTranslations('payments.metadata');
  const id = useId();
  const early = readMetadata(value) === null && !/^[^:=\n]*$/.test(value) ? t('wrong') : null;
  const error = told ?? early;
  return (
    <Field
      id={id}
      label={t('title')}
      rule={t('rule', { most: MOST_METADATA })}
      hint={t('hint')}
      error={error}
    >
      <textarea
        id={id}
        className="mono min-h-14 w-full rounded-2 border border-line-control bg-surface p-2 text-ink"
        rows={2}
        maxLength={5000}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-answer`}
      />
    </Field>
  );
}
