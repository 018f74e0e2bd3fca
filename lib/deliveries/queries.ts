import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import { inClearOf, queryOf } from '#lib/api/endpoint-queries.ts';
import {
  type DeliveryFilters,
  packed,
  type Row,
  type Sums,
  toRowPage,
  type Whole,
} from '#lib/deliveries/deliveries.list.ts';
import type { HealthSpan } from '#lib/deliveries/rules.ts';
import { allDeliveries, incidentsOptions } from '#lib/deliveries/shell-queries.ts';
import { LOOK_AGAIN_MS, rowQueries } from '#lib/list/row-queries.ts';

type DeliveryPage = Answer<'GET /deliveries'>;
export type DeliveryLine = DeliveryPage['items'][number];
export type Reach = DeliveryPage['reach'];
export type IncidentLine = Answer<'GET /deliveries/incidents'>['items'][number];
export type Health = Answer<'GET /deliveries/health'>;
export type IntervalRow = Answer<'GET /deliveries/health/moment'>['items'][number];
export type DeliveryFacts = Answer<'GET /deliveries/{id}'>;

/** While the history is still being read, what is on screen grows. */
const READING_MS = 5_000;

export type Notice = Answer<'GET /payments/{id}/notices'>['items'][number];

/** How the notice of one transaction stands. */
export type LastNotice = Answer<'GET /deliveries/notices'>['items'][number];

export const deliveryKeys = {
  all: allDeliveries,
  detail: (account: string, id: string) => [...deliveryKeys.all(account), 'detail', id] as const,
  ofTransaction: (account: string, id: string) =>
    [...deliveryKeys.all(account), 'of-transaction', id] as const,
};

/** The receivers that take nothing now, where they are shown one by one: looked at more often. */
export const shownIncidentsOptions = (account: string) => ({
  ...incidentsOptions(account),
  refetchInterval: LOOK_AGAIN_MS,
});

export const deliveryOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /deliveries/{id}', deliveryKeys.detail(account, id), { account, params: { id } }),
    staleTime: LOOK_AGAIN_MS,
  });

/** The same with personal data in clear. */
export const revealedDeliveryOptions = (account: string, id: string) =>
  queryOptions(
    inClearOf('GET /deliveries/{id}', deliveryKeys.detail(account, id), { account, params: { id } }),
  );

/** The records of one transaction, newest first. */
export const transactionDeliveriesOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /deliveries', deliveryKeys.ofTransaction(account, id), {
      account,
      query: { transactionId: id, limit: 20 },
    }),
    refetchInterval: LOOK_AGAIN_MS,
  });

/** How each webhook fared, bar by bar. The long spans count many rows and change little. */
export const healthOptions = (account: string, span: HealthSpan) =>
  queryOptions({
    ...queryOf('GET /deliveries/health', [...deliveryKeys.all(account), 'health', span], {
      account,
      query: { span },
    }),
    refetchInterval: ({ state }) =>
      state.data?.webhooks === undefined ? READING_MS : span === 'hours' ? LOOK_AGAIN_MS : false,
    placeholderData: keepPreviousData,
    staleTime: LOOK_AGAIN_MS,
    meta: { live: false },
  });

/** One bar of it, address by address. */
export const healthIntervalOptions = (account: string, moment: { from: string; to: string }) =>
  queryOptions({
    ...queryOf('GET /deliveries/health/moment', [...deliveryKeys.all(account), 'health', moment], {
      account,
      query: moment,
    }),
    refetchInterval: LOOK_AGAIN_MS,
    placeholderData: keepPreviousData,
    meta: { live: false },
  });

/** Notices sent for one payment, by Guichê's own records. */
export const noticesOptions = (account: string, id: string, also: string | undefined) =>
  queryOptions(
    queryOf('GET /payments/{id}/notices', [...deliveryKeys.all(account), 'notices', id], {
      account,
      params: { id },
      query: also === undefined ? {} : { also },
    }),
  );

/** How the notices of these transactions stand, at most `MOST_NOTICES`: renewed while they are on screen. */
export const lastNoticesOptions = (account: string, ids: readonly string[]) =>
  queryOptions({
    ...queryOf('GET /deliveries/notices', [...deliveryKeys.all(account), 'last-notices', ids], {
      account,
      query: { transactionIds: ids.join(',') },
    }),
    enabled: ids.length > 0,
    refetchInterval: LOOK_AGAIN_MS,
    staleTime: LOOK_AGAIN_MS / 2,
    // A result is scrolled through by the thousand rows.
    gcTime: LOOK_AGAIN_MS,
    retry: false,
    // A busy account's history grows every second.
    meta: { live: false },
  });

/** The history by cursor. An outcome changes after its row came, and an index that is still read grows. */
export const deliveryRows = rowQueries<DeliveryFilters, Row, Sums, Whole>({
  key: 'deliveries',
  fetch: async (account, query, signal) =>
    toRowPage(await call('GET /deliveries', { account, query, ...(signal ? { signal } : {}) })),
  packed,
  renews: (newest) => (newest?.reach.reading ? READING_MS : LOOK_AGAIN_MS),
});
