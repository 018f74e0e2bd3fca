import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import { exportHandlers } from '#lib/list/server/export-list.ts';
import type { transactionEndpoints } from '#lib/transactions/contract.ts';
import { getTimeline, getTransaction } from '#lib/transactions/server/get-timeline.ts';
import { exportTransactions, listTransactions } from '#lib/transactions/server/list-transactions.ts';
import { getStoredFilter, storeFilter } from '#lib/transactions/server/stored-filters.ts';

export const transactionHandlers = {
  ...exportHandlers('/transactions', exportTransactions),
  'GET /transactions/{id}': ({ ctx, id, query: { reveal } }) =>
    getTransaction({ ctx, id, reveal: reveal === '1' }),
  'GET /transactions/{id}/timeline': getTimeline,
  'GET /transactions/filters/{id}': getStoredFilter,
  'POST /transactions/filters': storeFilter,
  'GET /transactions': listTransactions,
} satisfies Handlers<typeof transactionEndpoints>;
