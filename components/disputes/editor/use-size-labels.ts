'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { sizeParts } from './file-rules.ts';

export function useSizeLabels(): (bytes: number) => string {
  const t = useTranslations('disputes.files');
  const format = useFormatter();
  return (bytes) => {
    const { unit, value } = sizeParts(bytes);
    return t(unit, { size: format.number(value) });
  };
}
