'use client';

import { useTranslations } from 'next-intl';
import type { CardCharge } from '#lib/card/queries.ts';

/** The reason of a charge's outcome; null when there is none or nothing is wrong. */
export function useReasonLabels() {
  const t = useTranslations('card.reasons');
  return ({ reasonCode, reasonMessage }: Pick<CardCharge, 'reasonCode' | 'reasonMessage'>): string | null => {
    if (reasonCode === 0) return null;
    if (reasonCode === null) return reasonMessage;
    const key = String(reasonCode);
    return t.has(key) ? t(key as '2') : (reasonMessage ?? t('code', { code: key }));
  };
}
