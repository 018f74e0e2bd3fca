'use client';

import { useTranslations } from 'next-intl';

/** Codes of faults in words; what the provider wrote stays as it wrote it. */
export function useCardFaultLabels(): (fault: string | null | undefined) => string | null {
  const t = useTranslations('card.faults');
  return (fault) => {
    if (fault === null || fault === undefined || fault === '') return null;
    return t.has(fault) ? t(fault as 'required') : fault;
  };
}
