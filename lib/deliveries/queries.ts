import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import type { HealthSpan } from '#lib/deliveries/rules.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { inClear, LOOK_AGAIN_MS } from '#lib/list/cursor-queries.ts';

type DeliveryPage = OutputOf<Endpoints['GET /deliveries'], 'response'>;
export type DeliveryLine = DeliveryPage['items'][number];
export type Reach = DeliveryPage['reach'];
export type IncidentLine = OutputOf<Endpoints['GET /deliveries/incidents'], 'response'>['items'][number];
export type Health = OutputOf<Endpoints['GET /deliveries/health'], 'response'>;
export type MomentLine = OutputOf<Endpoints['GET /deliveries/health/moment'], 'response'>['items'][number];
export type DeliveryFacts = OutputOf<Endpoints['GET /deliveries/{id}'], 'response'>;

/** While the history is still being read, what is on screen grows. */
const READING_MS = 5_000;
const ATTENTION_MS = 60_000;

export type Notice = OutputOf<Endpoints['GET /payments/{id}/notices'], 'response'>['items'][number];

/** How the notice of one transaction stands. */
export type LastNotice = OutputOf<Endpoints['GET /deliveries/notices'], 'response'>['items'][number];

export const deliveryKeys = {
  all: (account: string) => ['deliveries', account] as const,
  incidents: (account: string) => [...deliveryKeys.all(account), 'incidents'] as const,
  attention: (account: string) => [...deliveryKeys.all(account), 'attention'] as const,
  detail: (account: string, id: string) => [...deliveryKeys.all(account), 'detail', id] as const,
  revealed: (account: string, id: string) => [...deliveryKeys.detail(account, id), 'revealed'] as const,
  ofTransaction: (account: string, id: string) =>
    [...deliveryKeys.all(account), 'of-transaction', id] as const,
};

/** Receivers that take nothing now. */
export function incidentsOptions(account: string) {
  return queryOptions({
    queryKey: deliveryKeys.incidents(account),
    queryFn: ({ signal }) => call('GET /deliveries/incidents', { account, signal }),
    refetchInterval: LOOK_AGAIN_MS,
    staleTime: LOOK_AGAIN_MS / 2,
  });
}

/**
 * The same, seldom, for the side bar of every page. A key of its own: the side bar comes to life before the page
 * does, and what it read by then must not stand in the page where the server wrote something older.
 */
export const attentionOptions = (account: string) =>
  queryOptions({
    queryKey: deliveryKeys.attention(account),
    queryFn: ({ signal }) => call('GET /deliveries/incidents', { account, signal }),
    refetchInterval: ATTENTION_MS,
    staleTime: ATTENTION_MS / 2,
  });

export function deliveryOptions(account: string, id: string) {
  return queryOptions({
    queryKey: deliveryKeys.detail(account, id),
    queryFn: ({ signal }) => call('GET /deliveries/{id}', { account, params: { id }, query: {}, signal }),
    staleTime: LOOK_AGAIN_MS,
  });
}

/** The same with personal data in clear. Each read is audited, so it happens once, when it is asked for. */
export function revealedDeliveryOptions(account: string, id: string) {
  return queryOptions({
    queryKey: deliveryKeys.revealed(account, id),
    queryFn: ({ signal }) =>
      call('GET /deliveries/{id}', { account, params: { id }, query: { reveal: '1' }, signal }),
    ...inClear,
  });
}

/** The records of one transaction, newest first. */
export function transactionDeliveriesOptions(account: string, id: string) {
  return queryOptions({
    queryKey: deliveryKeys.ofTransaction(account, id),
    queryFn: ({ signal }) =>
      call('GET /deliveries', { account, query: { transactionId: id, limit: 20 }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** How each webhook fared, bar by bar. The long spans count many rows and change little. */
export function healthOptions(account: string, span: HealthSpan) {
  return queryOptions({
    queryKey: [...deliveryKeys.all(account), 'health', span] as const,
    queryFn: ({ signal }) => call('GET /deliveries/health', { account, query: { span }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.webhooks === undefined ? READING_MS : span === 'hours' ? LOOK_AGAIN_MS : false,
    placeholderData: keepPreviousData,
    staleTime: LOOK_AGAIN_MS,
    meta: { live: false },
  });
}

/** One bar of it, address by address. */
export function healthMomentOptions(account: string, moment: { from: string; to: string }) {
  return queryOptions({
    queryKey: [...deliveryKeys.all(account), 'health', moment] as const,
    queryFn: ({ signal }) => call('GET /deliveries/health/moment', { account, query: moment, signal }),
    refetchInterval: LOOK_AGAIN_MS,
    placeholderData: keepPreviousData,
    meta: { live: false },
  });
}

/** Notices sent for one payment, by Guichê's own records. */
export function noticesOptions(account: string, id: string, also: string | undefined) {
  return queryOptions({
    queryKey: [...deliveryKeys.all(account), 'notices', id] as const,
    queryFn: ({ signal }) =>
      call('GET /payments/{id}/notices', {
        account,
        params: { id },
        query: also === undefined ? {} : { also },
        signal,
      }),
  });
}

/** How the notices of these transactions stand, at most `MOST_NOTICES`: renewed while they are on screen. */
export function lastNoticesOptions(account: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: [...deliveryKeys.all(account), 'last-notices', ids] as const,
    queryFn: ({ signal }) =>
      call('GET /deliveries/notices', { account, query: { transactionIds: ids.join(',') }, signal }),
    enabled: ids.length > 0,
    refetchInterval: LOOK_AGAIN_MS,
    staleTime: LOOK_AGAIN_MS / 2,
    // A result is scrolled through by the thousand rows.
    gcTime: LOOK_AGAIN_MS,
    retry: false,
    // A busy account's history grows every second.
    meta: { live: false },
  });
}
