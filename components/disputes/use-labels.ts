'use client';

import { useTranslations } from 'next-intl';
import type { Dispute } from '#lib/disputes/contract.ts';

/** Reason read from the report; when nothing known is in it, the provider's word for the type. */
export function useReasonLabels(): (dispute: Pick<Dispute, 'situation' | 'type'>) => string {
  const t = useTranslations('due');
  const typeWords = useTypeLabels();
  return ({ situation, type }) => (situation === 'other' ? typeWords(type) : t(`situations.${situation}`));
}

/** The provider's word for the type in the operator's language; an unknown one as it came. */
export function useTypeLabels(): (type: string | null) => string {
  const t = useTranslations('due.types');
  return (type) => (type === null ? t('none') : t.has(type as 'FRAUD') ? t(type as 'FRAUD') : type);
}
