import { call } from '#lib/api/client.ts';
import { rowQueries } from '#lib/list/row-queries.ts';
import { packed, type Row, type Sums, toRowPage } from '#lib/transactions/rows.ts';
import type { TransactionFilters } from '#lib/transactions/transactions.list.ts';

export const transactionRows = rowQueries<TransactionFilters, Row, Sums>({
  key: 'transactions',
  fetch: async (account, query, signal) =>
    toRowPage(await call('GET /transactions', { account, query, ...(signal ? { signal } : {}) })),
  packed,
});
