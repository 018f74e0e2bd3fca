'use client';

import { useTranslations } from 'next-intl';

/** Error messages for error codes; unknown codes (the provider's text) are shown as received. */
export function useCardErrorLabels(): (fault: string | null | undefined) => string | null {
  const t = useTranslations('card.faults');
  return (fault) => {
    if (fault === null || fault === undefined || fault === '') return null;
    return t.has(fault) ? t(fault as 'required') : fault;
  };
}
