'use client';

import { useTranslations } from 'next-intl';
import type { Dispute } from '#lib/disputes/contract.ts';

/** Labels a dispute by the situation in the report; without a known one, by the provider's type. */
export function useReasonLabels(): (dispute: Pick<Dispute, 'situation' | 'type'>) => string {
  const t = useTranslations('due');
  const typeLabel = useTypeLabels();
  return ({ situation, type }) => (situation === 'other' ? typeLabel(type) : t(`situations.${situation}`));
}

/** Translates the provider's type; an unknown type is shown as received. */
export function useTypeLabels(): (type: string | null) => string {
  const t = useTranslations('due.types');
  return (type) => (type === null ? t('none') : t.has(type as 'FRAUD') ? t(type as 'FRAUD') : type);
}
