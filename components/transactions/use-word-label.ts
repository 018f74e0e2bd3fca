'use client';

import { useTranslations } from 'next-intl';
import type { WordFilter } from './filter-kinds.ts';

/** A status, type or method in words; an unknown one as the provider writes it. */
export function useWordLabel(): (name: WordFilter, word: string) => string {
  const statuses = useTranslations('common.status');
  const types = useTranslations('transactions.type');
  const methods = useTranslations('transactions.method');
  return (name, word) => {
    if (name === 'status') return statuses.has(word as 'ERROR') ? statuses(word as 'ERROR') : word;
    if (name === 'type') return types.has(word as 'DEPOSIT') ? types(word as 'DEPOSIT') : word;
    return methods.has(word as 'PIX') ? methods(word as 'PIX') : word;
  };
}
