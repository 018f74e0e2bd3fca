import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import { inClearQuery, pagesOf, recordQuery } from '#lib/api/endpoint-queries.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { firstPageEvery } from '#lib/list/row-queries.ts';
import type { PendingDeposit, StatementLine } from '#lib/providers/money-records.ts';
import { missingNamesQuery } from '#lib/statement/rules.ts';
import type { DepositFilters, StatementFilters } from '#lib/statement/statement.list.ts';

export type { PendingDeposit, StatementLine };

const PAGE_SIZE = 100;
const REFRESH_LIST_MS = 30_000;

const allStatement = (account: string) => ['statement', account] as const;

/** The lines by cursor. */
export const linesOptions = (account: string, filters: StatementFilters) =>
  pagesOf(
    'GET /statement',
    { account, query: { ...toQuery(filters), limit: PAGE_SIZE } },
    { refetchInterval: firstPageEvery(REFRESH_LIST_MS) },
  );

/** The sums of all lines, part by part. They are read again only on request: a period may have many parts. */
export const sumsOptions = (account: string, filters: StatementFilters) =>
  pagesOf(
    'GET /statement/sums',
    { account, query: toQuery(filters) },
    {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      meta: { live: false },
    },
  );

/** Names for the lines of one page that have a payment but no counterparty. Disabled when there are none. */
export function namesOptions(account: string, lines: readonly StatementLine[]) {
  const namesQuery = missingNamesQuery(lines);
  return queryOptions({
    queryKey: [...allStatement(account), 'names', namesQuery] as const,
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
export const lineOptions = recordQuery('GET /statement/{id}');

export const depositsOptions = (account: string, filters: DepositFilters) =>
  pagesOf(
    'GET /pending-deposits',
    { account, query: { ...toQuery(filters), limit: PAGE_SIZE } },
    { under: allStatement(account), refetchInterval: firstPageEvery(REFRESH_LIST_MS) },
  );

/** One deposit, refetched regularly. */
export const depositOptions = recordQuery(
  'GET /pending-deposits/{id}',
  { refetchInterval: ({ state }) => (state.error === null ? REFRESH_LIST_MS : false) },
  allStatement,
);

/** The deposit unmasked. */
export const revealedDepositOptions = inClearQuery('GET /pending-deposits/{id}', allStatement);

/** The values of the stored filter with the id `f`. */
export const statementFilterOptions = recordQuery('GET /statement/filters/{id}', {
  staleTime: Number.POSITIVE_INFINITY,
});

/** The reads of the statement's first paint. */
export const linesReads = (account: string, filters: StatementFilters) => [
  linesOptions(account, filters),
  filters.f !== null && statementFilterOptions(account, filters.f),
];

/** The reads of the pending deposits' first paint, with an `open` one. */
export const depositsReads = (account: string, filters: DepositFilters, open: string | null) => [
  depositsOptions(account, filters),
  filters.f !== null && statementFilterOptions(account, filters.f),
  open !== null && depositOptions(account, open),
];
