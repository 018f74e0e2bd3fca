'use client';

import { useTranslations } from 'next-intl';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ACTION_GROUPS } from '#lib/trail/actions.ts';
import { auditList } from '#lib/trail/audit.list.ts';
import { useActionLabels } from './use-audit-labels.ts';

/** Chosen by their own chips. */
const ELSEWHERE: readonly string[] = ['operator', 'account'];

export function useAuditFilters() {
  const t = useTranslations('audit');
  const actionWords = useActionLabels();
  const say = (name: string, word: string) => {
    if (name === 'result') return t(`result.${word as 'ok'}`);
    return t.has(`group.${word}`) ? t(`group.${word as 'money'}`) : actionWords(word);
  };
  const state = useListFilters({ list: auditList, say });
  // Groups are offered; a single action comes from an address and stays.
  const fields = state.fields
    .filter(({ name }) => !ELSEWHERE.includes(name))
    .map((field) => (field.name === 'action' ? { ...field, known: ACTION_GROUPS } : field));
  return { ...state, fields };
}
export type AuditFilterState = ReturnType<typeof useAuditFilters>;
