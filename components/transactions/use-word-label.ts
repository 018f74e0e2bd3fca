'use client';

import { useTranslations } from 'next-intl';
import { useStatusWord } from '#components/ui/use-status-word.ts';

/** A status, type or method in words; an unknown one as the provider writes it. */
export function useWordLabel(): (name: string, word: string) => string {
  const status = useStatusWord();
  const types = useTranslations('transactions.type');
  const methods = useTranslations('transactions.method');
  return (name, word) => {
    if (name === 'status') return status(word);
    if (name === 'type') return types.has(word as 'DEPOSIT') ? types(word as 'DEPOSIT') : word;
    return methods.has(word as 'PIX') ? methods(word as 'PIX') : word;
  };
}
