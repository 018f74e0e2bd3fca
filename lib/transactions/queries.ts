import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import { inClearQuery, recordQuery } from '#lib/api/endpoint-queries.ts';
import { REFRESH_LIST_MS, rowQueries } from '#lib/list/row-queries.ts';
import { packed, type Row, type Sums, toRowPage } from '#lib/transactions/rows.ts';
import { isUnsettled } from '#lib/transactions/rules.ts';
import type { TransactionFilters } from '#lib/transactions/transactions.list.ts';

export const allTransactions = (account: string) => ['transactions', account] as const;

export const detailOptions = recordQuery('GET /transactions/{id}', {
  refetchInterval: ({ state }) =>
    state.data !== undefined && isUnsettled(state.data.transaction) ? REFRESH_LIST_MS : false,
  staleTime: 15_000,
});

const inClear = inClearQuery('GET /transactions/{id}');

/** The transaction with personal data unmasked. Each read is audited, so it happens once, on request. */
export const revealedOptions = (account: string, id: string) =>
  queryOptions({
    ...inClear(account, id),
    queryFn: async ({ signal, client }) => {
      const query = { reveal: '1' } as const;
      const clear = await call('GET /transactions/{id}', { account, params: { id }, query, signal });
      void client.invalidateQueries({ queryKey: timelineOptions(account, id).queryKey });
      return clear;
    },
  });

export const timelineOptions = recordQuery('GET /transactions/{id}/timeline', {
  staleTime: 15_000,
  refetchInterval: REFRESH_LIST_MS,
});

/** Document and name of the stored filter with the id `f`. */
export const storedFilterOptions = recordQuery('GET /transactions/filters/{id}', {
  staleTime: Number.POSITIVE_INFINITY,
});

export const transactionRows = rowQueries<TransactionFilters, Row, Sums>({
  key: 'transactions',
  fetch: async (account, query, signal) =>
    toRowPage(await call('GET /transactions', { account, query, ...(signal ? { signal } : {}) })),
  packed,
});
