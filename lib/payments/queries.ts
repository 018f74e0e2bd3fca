import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '#lib/api/client.ts';
import { pagesOf, queryOf } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import { firstPageEvery, pageOf } from '#lib/list/cursor-queries.ts';
import { toQuery } from '#lib/list/to-query.ts';
import type { Period } from '#lib/period.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { FunnelNarrowing } from './funnel-choices.ts';
import type { PaymentFilters } from './payments.list.ts';
import type { PaymentPage } from './rules.ts';

export type PaymentList = Answer<'GET /charges'>;
export type ListedPayment = PaymentList['items'][number];
export type PaymentRules = Answer<'GET /payment-rules'>;
export type RefundState = Answer<'GET /transactions/{id}/refunds'>;
export type ApprovalCheck = Answer<'GET /operations/{id}/checks'>['checks'][number];
export type Found = Answer<'GET /charges/{id}'>;
export type { Payment };

const PAGE_SIZE = 50;
const LOOK_AGAIN_MS = 15_000;

export type Deposit = Answer<'GET /deposits/{id}'>;

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
export const paymentsOptions = (account: string, page: PaymentPage, filters: PaymentFilters) =>
  infiniteQueryOptions({
    ...pagesOf(LISTS[page], paymentKeys.list(account, page, filters), (cursor) => ({
      account,
      query: pageQuery(filters, cursor),
    })),
    refetchInterval: firstPageEvery(LOOK_AGAIN_MS),
    meta: { live: false },
  });

/** Outcomes of a period's charges, part after part. */
export const chargeFunnelOptions = (account: string, asked: Period & FunnelNarrowing) =>
  infiniteQueryOptions({
    ...pagesOf(
      'GET /charges/funnel',
      [...paymentKeys.all(account), 'charges', 'funnel', asked],
      (cursor) => ({ account, query: { ...toQuery(asked), ...(cursor === null ? {} : { cursor }) } }),
    ),
    staleTime: 60_000,
    meta: { live: false },
  });

/** The sum withdrawn today; every withdrawal that begins or ends changes it. */
export const withdrawnTodayOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /withdrawals/today', [...paymentKeys.all(account), 'today'], { account }),
    staleTime: 15_000,
  });

export const rulesOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /payment-rules', paymentKeys.rules(account), { account }),
    staleTime: 60_000,
    retry: shouldRetry,
  });

export const pixKeysOptions = (account: string) =>
  queryOptions({ ...queryOf('GET /pix-keys', paymentKeys.pixKeys(account), { account }), staleTime: 30_000 });
