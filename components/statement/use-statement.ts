'use client';

import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { type PersonalStore, useListFilters } from '#components/list/filters/use-list-filters.ts';
import { useOpen } from '#components/list/use-drawer-route.ts';
import { call } from '#lib/api/client.ts';
import { statementFilterOptions } from '#lib/statement/queries.ts';
import { depositsList, statementList, tabParser } from '#lib/statement/statement.list.ts';
import { useDepositLabels } from './deposits/deposit-labels.tsx';
import { useStatusLabels, useTypeLabels } from './line-labels.ts';

const personal: PersonalStore = {
  keep: (account, body) => call('POST /statement/filters', { account, body }),
  read: statementFilterOptions,
};
/** Clearing the filters keeps the period. */
const KEPT_FILTERS = ['from', 'to'];

export function useStatementFilters() {
  const directionLabel = useTranslations('statement.filters');
  const types = useTypeLabels();
  const statuses = useStatusLabels();
  const say = (name: string, word: string) =>
    name === 'type' ? types.name(word) : name === 'status' ? statuses(word) : directionLabel(word as 'in');
  return useListFilters({ list: statementList, say, personal, kept: KEPT_FILTERS });
}
export type FilterState = ReturnType<typeof useStatementFilters>;

export function useDepositFilters() {
  const depositLabel = useDepositLabels();
  return useListFilters({ list: depositsList, say: (_, word) => depositLabel(word), personal });
}

/** The selected tab and the open drawer. */
export function usePlace() {
  const [tab] = useQueryState('tab', tabParser);
  return { tab, ...useOpen() };
}
export type Place = ReturnType<typeof usePlace>;
