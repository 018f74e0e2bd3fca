import { queryOptions } from '@tanstack/react-query';
import { CallError, call } from '#lib/api/client.ts';
import { inClearOf, queryOf } from '#lib/api/endpoint-queries.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { isPending } from './payment-state.ts';
import { type Found, type PaymentList, paymentKeys } from './queries.ts';
import type { PaymentPage } from './rules.ts';

/** Queries of one payment; lists and forms do without them. */
const SOON_MS = 3_000;
const LOOK_AGAIN_MS = 15_000;

/** Checks for and against a payment that waits for this person, made when its page opens. */
export const checksOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /operations/{id}/checks', paymentKeys.checks(account, id), { account, params: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { live: false },
  });

/** A Pix that came without a charge. */
export const depositOptions = (account: string, id: string) =>
  queryOptions(
    queryOf('GET /deposits/{id}', [...paymentKeys.all(account), 'deposit', id], { account, params: { id } }),
  );

/** The same in clear. */
export const revealedDepositOptions = (account: string, id: string) =>
  queryOptions(
    inClearOf('GET /deposits/{id}', [...paymentKeys.all(account), 'deposit', id], {
      account,
      params: { id },
    }),
  );

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

/** The refunds of a payment and the amount left; read when the sheet opens, never from memory. */
export const refundsOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /transactions/{id}/refunds', paymentKeys.refunds(account, id), {
      account,
      params: { id },
    }),
    staleTime: 0,
  });

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
