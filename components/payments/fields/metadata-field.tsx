'use client';

import { useTranslations } from 'next-intl';
import { AreaField } from '#components/ui/plain-field.tsx';
import { MOST_METADATA, readMetadata } from '#lib/payments/metadata.ts';

type Props = { value: string; onChange: (next: string) => void; error?: string | null };

/** Document 2's free data of an operation: one `name: value` a line. */
export function MetadataField({ value, onChange, error: told = null }: Props) {
  const t = useTranslations('payments.metadata');
  const early = readMetadata(value) === null && !/^[^:=\n]*$/.test(value) ? t('wrong') : null;
  return (
    <AreaField
      label={t('title')}
      rule={t('rule', { most: MOST_METADATA })}
      hint={t('hint')}
      error={told ?? early}
      className="mono min-h-14"
      rows={2}
      maxLength={5000}
      spellCheck={false}
      value={value}
      onChange={onChange}
    />
  );
}
