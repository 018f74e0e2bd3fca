import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import { inClearOf, queryOf } from '#lib/api/endpoint-queries.ts';
import { REFRESH_LIST_MS, rowQueries } from '#lib/list/row-queries.ts';
import { packed, type Row, type Sums, toRowPage } from '#lib/transactions/rows.ts';
import { isUnsettled } from '#lib/transactions/rules.ts';
import type { TransactionFilters } from '#lib/transactions/transactions.list.ts';

export const transactionKeys = {
  all: (account: string) => ['transactions', account] as const,
  detail: (account: string, id: string) => [...transactionKeys.all(account), 'detail', id] as const,
  timeline: (account: string, id: string) => [...transactionKeys.detail(account, id), 'timeline'] as const,
  filter: (account: string, id: string) => [...transactionKeys.all(account), 'filter', id] as const,
};

export const detailOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /transactions/{id}', transactionKeys.detail(account, id), { account, params: { id } }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isUnsettled(state.data.transaction) ? REFRESH_LIST_MS : false,
    staleTime: 15_000,
  });

/** The transaction with personal data unmasked. Each read is audited, so it happens once, on request. */
export function revealedOptions(account: string, id: string) {
  const key = transactionKeys.detail(account, id);
  const { queryFn, ...options } = inClearOf('GET /transactions/{id}', key, { account, params: { id } });
  return queryOptions({
    ...options,
    queryFn: async ({ signal, client }) => {
      const clear = await queryFn({ signal });
      void client.invalidateQueries({ queryKey: transactionKeys.timeline(account, id) });
      return clear;
    },
  });
}

export const timelineOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /transactions/{id}/timeline', transactionKeys.timeline(account, id), {
      account,
      params: { id },
    }),
    staleTime: 15_000,
    refetchInterval: REFRESH_LIST_MS,
  });

/** Document and name of the stored filter with the id `f`. */
export const storedFilterOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /transactions/filters/{id}', transactionKeys.filter(account, id), {
      account,
      params: { id },
    }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const transactionRows = rowQueries<TransactionFilters, Row, Sums>({
  key: 'transactions',
  fetch: async (account, query, signal) =>
    toRowPage(await call('GET /transactions', { account, query, ...(signal ? { signal } : {}) })),
  packed,
});
