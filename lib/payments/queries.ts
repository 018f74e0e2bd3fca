import { queryOptions } from '@tanstack/react-query';
import { type Answer, CallError, call } from '#lib/api/client.ts';
import { inClearQuery, pagesOf, queryOf, recordQuery } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import type { Period } from '#lib/core/dates.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { firstPageEvery } from '#lib/list/row-queries.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { FunnelNarrowing } from './funnel.ts';
import type { PaymentFilters } from './payments.list.ts';
import { isPending, type PaymentPage } from './rules.ts';

export type PaymentList = Answer<'GET /charges'>;
export type ListedPayment = PaymentList['items'][number];
export type PaymentRules = Answer<'GET /payment-rules'>;
export type RefundState = Answer<'GET /transactions/{id}/refunds'>;
export type ApprovalCheck = Answer<'GET /operations/{id}/checks'>['checks'][number];
export type Found = Answer<'GET /charges/{id}'>;
export type Deposit = Answer<'GET /deposits/{id}'>;
export type { Payment };

const PAGE_SIZE = 50;
const REFRESH_LIST_MS = 15_000;

export const allPayments = (account: string) => ['payments', account] as const;
export const paymentListsKey = (account: string, page: PaymentPage) =>
  [...allPayments(account), page, 'list'] as const;

/**
 * A list by cursor, newest first. Refetches every few seconds while only its first page is loaded. It ignores
 * live events: a busy account changes all the time, and each event would refetch every loaded page.
 */
export const paymentsOptions = (account: string, page: PaymentPage, filters: PaymentFilters) =>
  pagesOf(
    `GET /${page}` as const,
    { account, query: { ...toQuery(filters), limit: PAGE_SIZE } },
    {
      under: allPayments(account),
      refetchInterval: firstPageEvery(REFRESH_LIST_MS),
      meta: { live: false },
    },
  );

/** Outcomes of a period's charges, loaded part by part. */
export const chargeFunnelOptions = (account: string, filter: Period & FunnelNarrowing) =>
  pagesOf(
    'GET /charges/funnel',
    { account, query: toQuery(filter) },
    { under: allPayments(account), staleTime: 60_000, meta: { live: false } },
  );

/** Today's withdrawn sum. Changes with every withdrawal that begins or ends. */
export const withdrawnTodayOptions = (account: string) =>
  queryOf('GET /withdrawals/today', { account }, { under: allPayments(account), staleTime: 15_000 });

export const rulesOptions = (account: string) =>
  queryOf(
    'GET /payment-rules',
    { account },
    { under: allPayments(account), staleTime: 60_000, retry: shouldRetry },
  );

export const pixKeysOptions = (account: string) =>
  queryOf('GET /pix-keys', { account }, { under: allPayments(account), staleTime: 30_000 });

const SOON_MS = 3_000;

/** Run when the page opens. Not below `allPayments`: no invalidation may call the service again. */
export const checksOptions = recordQuery(
  'GET /operations/{id}/checks',
  { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, meta: { live: false } },
  (account) => ['approval checks', account],
);

/** A Pix received without a charge. */
export const depositOptions = recordQuery('GET /deposits/{id}', {}, allPayments);

/** The deposit unmasked. */
export const revealedDepositOptions = inClearQuery('GET /deposits/{id}', allPayments);

/** One payment, refetched every few seconds while it is pending and the page is visible. */
export function paymentOptions(account: string, page: PaymentPage, id: string) {
  return queryOptions({
    queryKey: [...allPayments(account), page, 'one', id] as const,
    queryFn: async ({ signal, client }): Promise<Found> => {
      if (page === 'charges') return call('GET /charges/{id}', { account, params: { id }, signal });
      if (page === 'withdrawals') return call('GET /withdrawals/lookup', { account, query: { id }, signal });
      const lists = { queryKey: paymentListsKey(account, page) };
      const loaded = client
        .getQueriesData<{ pages: PaymentList[] }>(lists)
        .flatMap(([, data]) => data?.pages ?? []);
      const newest = () => call('GET /transfers', { account, query: { limit: 200 }, signal });
      const found = inPages(loaded, id) ?? inPages([await newest()], id);
      if (found !== null) return found;
      throw new CallError({ type: 'about:blank', title: 'not found', status: 404, code: 'not_found' });
    },
    refetchInterval: ({ state }) =>
      state.error === null && state.data !== undefined && isPending(state.data.payment) ? SOON_MS : false,
  });
}

/** No route reads a single transfer, so it is taken from the loaded lists, else from the newest transfers. */
function inPages(pages: readonly PaymentList[], id: string): Found | null {
  for (const { items, asOf } of pages) {
    const payment = items.find((item) => item.id === id);
    if (payment !== undefined) return { payment, asOf };
  }
  return null;
}

/** The refunds of a payment and its remaining amount, always read anew when the sheet opens. */
export const refundsOptions = recordQuery('GET /transactions/{id}/refunds', { staleTime: 0 }, allPayments);

/** The payment with an operation's reference, refetched until it ends. Null while the provider shows none. */
export function byReferenceOptions(account: string, page: PaymentPage, clientReference: string) {
  return queryOptions({
    queryKey: [...allPayments(account), page, 'reference', clientReference] as const,
    queryFn: async ({ signal }): Promise<{ payment: Payment | null }> => {
      if (page !== 'transfers')
        return call(`GET /${page}/lookup`, { account, query: { clientReference }, signal });
      const list = await call('GET /transfers', { account, query: { clientReference, limit: 1 }, signal });
      return { payment: list.items[0] ?? null };
    },
    refetchInterval: ({ state }) => {
      if (state.error !== null) return REFRESH_LIST_MS;
      const payment = state.data?.payment ?? null;
      return payment === null || isPending(payment) ? SOON_MS : false;
    },
  });
}
