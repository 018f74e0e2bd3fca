import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { type PersonalStore, useListFilters } from '#components/list/filters/use-list-filters.ts';
import { useOpen } from '#components/list/use-drawer-route.ts';
import { call } from '#lib/api/client.ts';
import { statementFilterOptions } from '#lib/statement/queries.ts';
import type { Sorting } from '#lib/statement/rules.ts';
import { type StatementFilters, statementList, tabParser } from '#lib/statement/statement.list.ts';
import { useStatusLabels, useTypeLabels } from './line-labels.tsx';

/** Stores the personal filters of the lines and of the pending deposits. */
export const personal: PersonalStore = {
  save: (account, body) => call('POST /statement/filters', { account, body }),
  read: statementFilterOptions,
};
/** Clearing the filters does not remove the period. */
const STANDING_FILTERS = ['from', 'to'];

export function useStatementFilters() {
  const directionLabel = useTranslations('statement.filters');
  const types = useTypeLabels();
  const statuses = useStatusLabels();
  const labelOf = (name: string, word: string) =>
    name === 'type' ? types.name(word) : name === 'status' ? statuses(word) : directionLabel(word as 'in');
  return useListFilters({ list: statementList, labelOf, personal, retained: STANDING_FILTERS });
}
export type FilterState = ReturnType<typeof useStatementFilters>;

/** The order of the lines. Both services list the newest postings first by default. */
export function useSorting({ sort, order }: StatementFilters): Sorting {
  return useMemo(() => ({ sort: sort ?? 'posted', order: order ?? 'desc' }), [sort, order]);
}

export function usePlace() {
  const [tab] = useQueryState('tab', tabParser);
  return { tab, ...useOpen() };
}
export type Place = ReturnType<typeof usePlace>;
