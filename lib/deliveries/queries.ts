import { keepPreviousData } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import { inClearQuery, queryOf, recordQuery } from '#lib/api/endpoint-queries.ts';
import {
  type DeliveryFilters,
  packed,
  type Row,
  type Sums,
  toRowPage,
  type Whole,
} from '#lib/deliveries/deliveries.list.ts';
import type { HealthSpan } from '#lib/deliveries/rules.ts';
import { REFRESH_LIST_MS, rowQueries } from '#lib/list/row-queries.ts';

type DeliveryPage = Answer<'GET /deliveries'>;
export type DeliveryLine = DeliveryPage['items'][number];
export type Reach = DeliveryPage['reach'];
export type IncidentLine = Answer<'GET /deliveries/incidents'>['items'][number];
export type Health = Answer<'GET /deliveries/health'>;
export type IntervalRow = Answer<'GET /deliveries/health/moment'>['items'][number];
export type DeliveryFacts = Answer<'GET /deliveries/{id}'>;
export type Notice = Answer<'GET /payments/{id}/notices'>['items'][number];
/** State of the last callback about one transaction. */
export type LastNotice = Answer<'GET /deliveries/notices'>['items'][number];

/** Polling interval while the history is still being read. */
const READING_MS = 5_000;

export const allDeliveries = (account: string) => ['deliveries', account] as const;

/** Failing receivers. The frame prefetches them for the side bar and for pages that list them. */
export const incidentsOptions = (account: string) =>
  queryOf(
    'GET /deliveries/incidents',
    { account },
    { refetchInterval: REFRESH_LIST_MS, staleTime: REFRESH_LIST_MS },
  );

export const deliveryOptions = recordQuery('GET /deliveries/{id}', { staleTime: REFRESH_LIST_MS });

/** The same with personal data in clear. */
export const revealedDeliveryOptions = inClearQuery('GET /deliveries/{id}');

/** The records of one transaction, newest first. */
export const transactionDeliveriesOptions = (account: string, id: string) =>
  queryOf(
    'GET /deliveries',
    { account, query: { transactionId: id, limit: 20 } },
    { refetchInterval: REFRESH_LIST_MS },
  );

/** Results per webhook and bar. The long spans count many rows and change slowly. */
export const healthOptions = (account: string, span: HealthSpan) =>
  queryOf(
    'GET /deliveries/health',
    { account, query: { span } },
    {
      refetchInterval: ({ state }) =>
        state.data?.webhooks === undefined ? READING_MS : span === 'hours' ? REFRESH_LIST_MS : false,
      placeholderData: keepPreviousData,
      staleTime: REFRESH_LIST_MS,
      meta: { live: false },
    },
  );

/** One bar by address. */
export const healthIntervalOptions = (account: string, interval: { from: string; to: string }) =>
  queryOf(
    'GET /deliveries/health/moment',
    { account, query: interval },
    { refetchInterval: REFRESH_LIST_MS, placeholderData: keepPreviousData, meta: { live: false } },
  );

/** Callbacks of one payment from Guichê's own records. */
export const noticesOptions = (account: string, id: string, also: string | undefined) =>
  queryOf(
    'GET /payments/{id}/notices',
    { account, params: { id }, query: also === undefined ? {} : { also } },
    { under: allDeliveries(account) },
  );

/** States of the last callbacks of at most `MOST_NOTICES` transactions; polled while on screen. */
export const lastNoticesOptions = (account: string, ids: readonly string[]) =>
  queryOf(
    'GET /deliveries/notices',
    { account, query: { transactionIds: ids.join(',') } },
    {
      enabled: ids.length > 0,
      refetchInterval: REFRESH_LIST_MS,
      staleTime: REFRESH_LIST_MS / 2,
      // Operators scroll through thousands of rows, so entries are dropped quickly.
      gcTime: REFRESH_LIST_MS,
      retry: false,
      // Not live: a busy account's history grows every second.
      meta: { live: false },
    },
  );

/** The history by cursor. Refetched because outcomes change later and the index may still grow. */
export const deliveryRows = rowQueries<DeliveryFilters, Row, Sums, Whole>({
  key: 'deliveries',
  fetch: async (account, query, signal) =>
    toRowPage(await call('GET /deliveries', { account, query, ...(signal && { signal }) })),
  packed,
  renews: (newest) => (newest?.reach.reading ? READING_MS : REFRESH_LIST_MS),
});
