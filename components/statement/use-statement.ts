'use client';

import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { type PersonalStore, useListFilters } from '#components/list/filters/use-list-filters.ts';
import { useOpen } from '#components/list/use-drawer-route.ts';
import { call } from '#lib/api/client.ts';
import { storedWordsOptions } from '#lib/statement/queries.ts';
import { depositsList, statementList, tabParser } from '#lib/statement/statement.list.ts';
import { useDepositLabels } from './deposits/deposit-labels.tsx';
import { useStatusLabels, useTypeLabels } from './line-labels.ts';

const personal: PersonalStore = {
  keep: (account, body) => call('POST /statement/filters', { account, body }),
  read: storedWordsOptions,
};
/** The period stays when the filters are cleared. */
const KEPT = ['from', 'to'];

export function useStatementFilters() {
  const ways = useTranslations('statement.filters');
  const types = useTypeLabels();
  const statuses = useStatusLabels();
  const say = (name: string, word: string) =>
    name === 'type' ? types.name(word) : name === 'status' ? statuses(word) : ways(word as 'in');
  return useListFilters({ list: statementList, say, personal, kept: KEPT });
}
export type FilterState = ReturnType<typeof useStatementFilters>;

export function useDepositFilters() {
  const words = useDepositLabels();
  return useListFilters({ list: depositsList, say: (_, word) => words(word), personal });
}

/** Tab on screen, and the drawer beside it. */
export function usePlace() {
  const [tab] = useQueryState('tab', tabParser);
  return { tab, ...useOpen() };
}
export type Place = ReturnType<typeof usePlace>;
