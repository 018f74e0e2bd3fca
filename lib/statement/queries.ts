import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import { inClearOf, pagesOf, queryOf } from '#lib/api/endpoint-queries.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { firstPageEvery, pageOf } from '#lib/list/row-queries.ts';
import type { PendingDeposit, StatementLine } from '#lib/providers/money-records.ts';
import { missingNamesQuery } from '#lib/statement/rules.ts';
import type { DepositFilters, StatementFilters } from '#lib/statement/statement.list.ts';

export type { PendingDeposit, StatementLine };

const PAGE_SIZE = 100;
const REFRESH_LIST_MS = 30_000;

export const statementKeys = {
  all: (account: string) => ['statement', account] as const,
  list: (account: string, filters: StatementFilters) =>
    [...statementKeys.all(account), 'list', toQuery(filters)] as const,
  line: (account: string, id: string) => [...statementKeys.all(account), 'line', id] as const,
  deposits: (account: string, filters: DepositFilters) =>
    [...statementKeys.all(account), 'deposits', toQuery(filters)] as const,
  deposit: (account: string, id: string) => [...statementKeys.all(account), 'deposit', id] as const,
  filter: (account: string, id: string) => [...statementKeys.all(account), 'filter', id] as const,
};

export const pageQuery = (filters: object, cursor: string | null) => pageOf(filters, PAGE_SIZE, cursor);

/** The lines by cursor. */
export const linesOptions = (account: string, filters: StatementFilters) =>
  infiniteQueryOptions({
    ...pagesOf('GET /statement', statementKeys.list(account, filters), (cursor) => ({
      account,
      query: pageQuery(filters, cursor),
    })),
    refetchInterval: firstPageEvery(REFRESH_LIST_MS),
  });

/** Names for the lines of one page that have a payment but no counterparty. Disabled when there are none. */
export function namesOptions(account: string, lines: readonly StatementLine[]) {
  const namesQuery = missingNamesQuery(lines);
  return queryOptions({
    queryKey: [...statementKeys.all(account), 'names', namesQuery] as const,
    queryFn: ({ signal }) =>
      namesQuery === null
        ? Promise.resolve({ items: [] })
        : call('GET /statement/names', { account, query: namesQuery, signal }),
    enabled: namesQuery !== null,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { live: false },
  });
}

/** One line that the loaded list does not contain. */
export const lineOptions = (account: string, id: string) =>
  queryOptions(queryOf('GET /statement/{id}', statementKeys.line(account, id), { account, params: { id } }));

export const depositsOptions = (account: string, filters: DepositFilters) =>
  infiniteQueryOptions({
    ...pagesOf('GET /pending-deposits', statementKeys.deposits(account, filters), (cursor) => ({
      account,
      query: pageQuery(filters, cursor),
    })),
    refetchInterval: firstPageEvery(REFRESH_LIST_MS),
  });

/** One deposit, refetched regularly. */
export const depositOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /pending-deposits/{id}', statementKeys.deposit(account, id), { account, params: { id } }),
    refetchInterval: ({ state }) => (state.error === null ? REFRESH_LIST_MS : false),
  });

/** The deposit unmasked. */
export const revealedDepositOptions = (account: string, id: string) =>
  queryOptions(
    inClearOf('GET /pending-deposits/{id}', statementKeys.deposit(account, id), { account, params: { id } }),
  );

/** The values of the stored filter with the id `f`. */
export const statementFilterOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /statement/filters/{id}', statementKeys.filter(account, id), { account, params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
