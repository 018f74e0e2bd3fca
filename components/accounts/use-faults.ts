'use client';

import { useTranslations } from 'next-intl';
import { CallError } from '#lib/api/client.ts';

const WAYS = ['administrator', 'origin', 'operations', 'last', 'ids', 'slug', 'settings'] as const;

/** Words for what the server refused: at its field, or as one sentence when something stands in the way. */
export function useFaults(error: unknown) {
  const t = useTranslations('accounts');
  const problem = error instanceof CallError ? error.problem : null;
  const fields = problem?.fields ?? [];
  const wordsOf = (word: string) =>
    t.has(`fault.${word}`) ? t(`fault.${word as 'needed'}`) : t('fault.wrong');
  const way = problem?.code === 'conflict' ? WAYS.find((one) => one === fields[0]?.field) : undefined;
  return {
    wordsOf,
    /** Of one field, as the server named it. */
    at: (field: string): string | null => {
      const found = fields.find((one) => one.field === field);
      return found === undefined || way !== undefined ? null : wordsOf(found.message);
    },
    way: way === undefined ? null : t(`way.${way}`),
    /** Neither a field nor something in the way: to be shown whole. */
    rest: problem?.code === 'invalid_request' || way !== undefined ? null : error,
  };
}
