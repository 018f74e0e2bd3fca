import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import { byCursor, firstPageEvery, inClear, pageOf } from '#lib/list/cursor-queries.ts';
import { toQuery } from '#lib/list/to-query.ts';
import type { PendingDeposit, StatementLine } from '#lib/providers/money-records.ts';
import { unnamed } from '#lib/statement/rules.ts';
import type { DepositFilters, StatementFilters } from '#lib/statement/statement.list.ts';

export type { PendingDeposit, StatementLine };

export const PAGE_SIZE = 100;
const LOOK_AGAIN_MS = 30_000;

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
export function linesOptions(account: string, filters: StatementFilters) {
  return infiniteQueryOptions({
    queryKey: statementKeys.list(account, filters),
    queryFn: ({ pageParam, signal }) =>
      call('GET /statement', { account, query: pageQuery(filters, pageParam), signal }),
    ...byCursor,
    refetchInterval: firstPageEvery(LOOK_AGAIN_MS),
  });
}

/** Names for the lines of one page that have a payment and nobody beside it; null where there are none to look for. */
export function namesOptions(account: string, lines: readonly StatementLine[]) {
  const asked = unnamed(lines);
  return queryOptions({
    queryKey: [...statementKeys.all(account), 'names', asked] as const,
    queryFn: ({ signal }) =>
      asked === null
        ? Promise.resolve({ items: [] })
        : call('GET /statement/names', { account, query: asked, signal }),
    enabled: asked !== null,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { live: false },
  });
}

/** One line that the list on screen does not hold. */
export function lineOptions(account: string, id: string) {
  return queryOptions({
    queryKey: statementKeys.line(account, id),
    queryFn: ({ signal }) => call('GET /statement/{id}', { account, params: { id }, signal }),
  });
}

export function depositsOptions(account: string, filters: DepositFilters) {
  return infiniteQueryOptions({
    queryKey: statementKeys.deposits(account, filters),
    queryFn: ({ pageParam, signal }) =>
      call('GET /pending-deposits', { account, query: pageQuery(filters, pageParam), signal }),
    ...byCursor,
    refetchInterval: firstPageEvery(LOOK_AGAIN_MS),
  });
}

/** One deposit, looked at again while it waits. */
export function depositOptions(account: string, id: string) {
  return queryOptions({
    queryKey: statementKeys.deposit(account, id),
    queryFn: ({ signal }) =>
      call('GET /pending-deposits/{id}', { account, params: { id }, query: {}, signal }),
    refetchInterval: ({ state }) => (state.error === null ? LOOK_AGAIN_MS : false),
  });
}

/** The same in clear. Each read is audited, so it happens once, when it is asked for. */
export function revealedDepositOptions(account: string, id: string) {
  return queryOptions({
    queryKey: [...statementKeys.deposit(account, id), 'revealed'] as const,
    queryFn: ({ signal }) =>
      call('GET /pending-deposits/{id}', { account, params: { id }, query: { reveal: '1' }, signal }),
    ...inClear,
  });
}

/** The words of the stored filter that an `f` names. */
export function storedWordsOptions(account: string, id: string) {
  return queryOptions({
    queryKey: statementKeys.filter(account, id),
    queryFn: ({ signal }) => call('GET /statement/filters/{id}', { account, params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
