import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { CallError, call } from '#lib/api/client.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { byCursor, firstPageEvery, inClear, pageOf } from '#lib/list/cursor-queries.ts';
import { toQuery } from '#lib/list/to-query.ts';
import type { Period } from '#lib/period.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { FunnelNarrowing } from './funnel-choices.ts';
import type { PaymentFilters } from './payments.list.ts';
import { isPending, type PaymentPage } from './rules.ts';

export type PaymentList = OutputOf<Endpoints['GET /charges'], 'response'>;
export type ListedPayment = PaymentList['items'][number];
export type PaymentRules = OutputOf<Endpoints['GET /payment-rules'], 'response'>;
export type RefundState = OutputOf<Endpoints['GET /transactions/{id}/refunds'], 'response'>;
export type ApprovalCheck = OutputOf<Endpoints['GET /operations/{id}/checks'], 'response'>['checks'][number];
export type Found = OutputOf<Endpoints['GET /charges/{id}'], 'response'>;
export type { Payment };

const PAGE_SIZE = 50;
const SOON_MS = 3_000;
const LOOK_AGAIN_MS = 15_000;

export type Deposit = OutputOf<Endpoints['GET /deposits/{id}'], 'response'>;

export const paymentKeys = {
  all: (account: string) => ['payments', account] as const,
  lists: (account: string, page: PaymentPage) => [...paymentKeys.all(account), page, 'list'] as const,
  list: (account: string, page: PaymentPage, filters: PaymentFilters) =>
    [...paymentKeys.lists(account, page), toQuery(filters)] as const,
  one: (account: string, page: PaymentPage, id: string) =>
    [...paymentKeys.all(account), page, 'one', id] as const,
  rules: (account: string) => [...paymentKeys.all(account), 'rules'] as const,
  refunds: (account: string, id: string) => [...paymentKeys.all(account), 'refunds', id] as const,
  /** Apart from the others: each reading asks the service again, and nothing that happens does. */
  checks: (account: string, id: string) => ['approval checks', account, id] as const,
  pixKeys: (account: string) => [...paymentKeys.all(account), 'pix-keys'] as const,
};

const LISTS = {
  charges: 'GET /charges',
  withdrawals: 'GET /withdrawals',
  transfers: 'GET /transfers',
} as const;

export const pageQuery = (filters: PaymentFilters, cursor: string | null) =>
  pageOf(filters, PAGE_SIZE, cursor);

/**
 * A list by cursor, newest first; while only its first page was read it renews itself every few seconds. Not with
 * every change that is told: a busy account changes all the time, and each would read every page that was read.
 */
export function paymentsOptions(account: string, page: PaymentPage, filters: PaymentFilters) {
  return infiniteQueryOptions({
    queryKey: paymentKeys.list(account, page, filters),
    queryFn: ({ pageParam, signal }) =>
      call(LISTS[page], { account, query: pageQuery(filters, pageParam), signal }),
    ...byCursor,
    refetchInterval: firstPageEvery(LOOK_AGAIN_MS),
    meta: { live: false },
  });
}

/** Checks for and against a payment that waits for this person, made when its page opens. */
export function checksOptions(account: string, id: string) {
  return queryOptions({
    queryKey: paymentKeys.checks(account, id),
    queryFn: ({ signal }) => call('GET /operations/{id}/checks', { account, params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { live: false },
  });
}

/** Outcomes of a period's charges, part after part. */
export function chargeFunnelOptions(account: string, asked: Period & FunnelNarrowing) {
  return infiniteQueryOptions({
    queryKey: [...paymentKeys.all(account), 'charges', 'funnel', asked] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = {
        ...toQuery(asked),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      return call('GET /charges/funnel', { account, query, signal });
    },
    ...byCursor,
    staleTime: 60_000,
    meta: { live: false },
  });
}

/** A Pix that came without a charge. */
export function depositOptions(account: string, id: string) {
  return queryOptions({
    queryKey: [...paymentKeys.all(account), 'deposit', id] as const,
    queryFn: ({ signal }) => call('GET /deposits/{id}', { account, params: { id }, query: {}, signal }),
  });
}

/** The same in clear. Each read is audited, so it happens once, when it is asked for. */
export function revealedDepositOptions(account: string, id: string) {
  return queryOptions({
    queryKey: [...paymentKeys.all(account), 'deposit', id, 'revealed'] as const,
    queryFn: ({ signal }) =>
      call('GET /deposits/{id}', { account, params: { id }, query: { reveal: '1' }, signal }),
    ...inClear,
  });
}

/** One payment; while it waits it is looked at again every few seconds that the page is on screen. */
export function paymentOptions(account: string, page: PaymentPage, id: string) {
  return queryOptions({
    queryKey: paymentKeys.one(account, page, id),
    queryFn: async ({ signal, client }): Promise<Found> => {
      if (page === 'charges') return call('GET /charges/{id}', { account, params: { id }, signal });
      if (page === 'withdrawals') return call('GET /withdrawals/lookup', { account, query: { id }, signal });
      const read = fromLists(client.getQueriesData({ queryKey: paymentKeys.lists(account, page) }), id);
      return read ?? newestTransfer(account, id, signal);
    },
    refetchInterval: ({ state }) =>
      state.error === null && state.data !== undefined && isPending(state.data.payment) ? SOON_MS : false,
  });
}

/** No route reads one transfer: it is the row that the list showed. */
function fromLists(read: readonly (readonly [unknown, unknown])[], id: string): Found | null {
  for (const [, data] of read) {
    for (const page of (data as { pages?: PaymentList[] } | undefined)?.pages ?? []) {
      const payment = page.items.find((item) => item.id === id);
      if (payment !== undefined) return { payment, asOf: page.asOf };
    }
  }
  return null;
}

async function newestTransfer(account: string, id: string, signal: AbortSignal): Promise<Found> {
  const { items, asOf } = await call('GET /transfers', { account, query: { limit: 200 }, signal });
  const payment = items.find((item) => item.id === id);
  if (payment === undefined)
    throw new CallError({ type: 'about:blank', title: 'not found', status: 404, code: 'not_found' });
  return { payment, asOf };
}

/** The sum withdrawn today; every withdrawal that begins or ends changes it. */
export function withdrawnTodayOptions(account: string) {
  return queryOptions({
    queryKey: [...paymentKeys.all(account), 'today'],
    queryFn: ({ signal }) => call('GET /withdrawals/today', { account, signal }),
    staleTime: 15_000,
  });
}

export function rulesOptions(account: string) {
  return queryOptions({
    queryKey: paymentKeys.rules(account),
    queryFn: ({ signal }) => call('GET /payment-rules', { account, signal }),
    staleTime: 60_000,
    retry: shouldRetry,
  });
}

/** The refunds of a payment and the amount left; read when the sheet opens, never from memory. */
export function refundsOptions(account: string, id: string) {
  return queryOptions({
    queryKey: paymentKeys.refunds(account, id),
    queryFn: ({ signal }) => call('GET /transactions/{id}/refunds', { account, params: { id }, signal }),
    staleTime: 0,
  });
}

export function pixKeysOptions(account: string) {
  return queryOptions({
    queryKey: paymentKeys.pixKeys(account),
    queryFn: ({ signal }) => call('GET /pix-keys', { account, signal }),
    staleTime: 30_000,
  });
}

/** The payment that an operation's reference names; null while the provider shows none. Looked at until it ends. */
export function byReferenceOptions(account: string, page: PaymentPage, reference: string) {
  return queryOptions({
    queryKey: [...paymentKeys.all(account), page, 'reference', reference] as const,
    queryFn: async ({ signal }): Promise<{ payment: Payment | null }> => {
      const clientReference = reference;
      if (page === 'charges')
        return call('GET /charges/lookup', { account, query: { clientReference }, signal });
      if (page === 'withdrawals')
        return call('GET /withdrawals/lookup', { account, query: { clientReference }, signal });
      const list = await call('GET /transfers', { account, query: { clientReference, limit: 1 }, signal });
      return { payment: list.items[0] ?? null };
    },
    refetchInterval: ({ state }) => {
      if (state.error !== null) return LOOK_AGAIN_MS;
      const payment = state.data?.payment ?? null;
      return payment === null || isPending(payment) ? SOON_MS : false;
    },
  });
}
