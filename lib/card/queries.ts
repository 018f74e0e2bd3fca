import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { byCursor, firstPageEvery, inClear, pageOf } from '#lib/list/cursor-queries.ts';
import { toQuery } from '#lib/list/to-query.ts';
import type { CardFilters } from './card.list.ts';
import { isWaiting } from './rules.ts';

export type CardChargeList = OutputOf<Endpoints['GET /card/charges'], 'response'>;
export type CardCharge = CardChargeList['items'][number];
export type RecurrenceDetail = OutputOf<Endpoints['GET /card/recurrences/{id}'], 'response'>;
export type Recurrence = RecurrenceDetail['recurrence'];

const PAGE_SIZE = 50;
const SOON_MS = 3_000;
const LOOK_AGAIN_MS = 15_000;

export const cardKeys = {
  all: (account: string) => ['card', account] as const,
  list: (account: string, filters: CardFilters) =>
    [...cardKeys.all(account), 'list', toQuery(filters)] as const,
  charges: (account: string) => [...cardKeys.all(account), 'charge'] as const,
  charge: (account: string, id: string) => [...cardKeys.charges(account), id] as const,
  recurrence: (account: string, id: string) => [...cardKeys.all(account), 'recurrence', id] as const,
  rate: (account: string, code: string) => [...cardKeys.all(account), 'rate', code] as const,
  connection: (account: string) => [...cardKeys.all(account), 'connection'] as const,
};

export const pageQuery = (filters: CardFilters, cursor: string | null) => pageOf(filters, PAGE_SIZE, cursor);

/** The charges by cursor, newest first; while only the first page was read it renews itself. */
export function cardChargesOptions(account: string, filters: CardFilters) {
  return infiniteQueryOptions({
    queryKey: cardKeys.list(account, filters),
    queryFn: ({ pageParam, signal }) =>
      call('GET /card/charges', { account, query: pageQuery(filters, pageParam), signal }),
    ...byCursor,
    refetchInterval: firstPageEvery(LOOK_AGAIN_MS),
  });
}

/** One charge; while it waits it is looked at again every few seconds that it is on screen. */
export function cardChargeOptions(account: string, id: string) {
  return queryOptions({
    queryKey: cardKeys.charge(account, id),
    queryFn: ({ signal }) => call('GET /card/charges/{id}', { account, params: { id }, query: {}, signal }),
    refetchInterval: ({ state }) =>
      state.error === null && state.data !== undefined && isWaiting(state.data.charge) ? SOON_MS : false,
  });
}

/** With its customer in clear. Each read is audited, so it happens once, when it is asked for. */
export function revealedChargeOptions(account: string, id: string) {
  return queryOptions({
    queryKey: [...cardKeys.charge(account, id), 'revealed'] as const,
    queryFn: ({ signal }) =>
      call('GET /card/charges/{id}', { account, params: { id }, query: { reveal: '1' }, signal }),
    ...inClear,
  });
}

export function recurrenceOptions(account: string, id: string) {
  return queryOptions({
    queryKey: cardKeys.recurrence(account, id),
    queryFn: ({ signal }) => call('GET /card/recurrences/{id}', { account, params: { id }, signal }),
  });
}

export function rateOptions(account: string, code: string) {
  return queryOptions({
    queryKey: cardKeys.rate(account, code),
    queryFn: ({ signal }) => call('GET /card/rates/{code}', { account, params: { code }, signal }),
    staleTime: 30_000,
  });
}

export function conversionOptions(account: string, code: string, amount: number) {
  return queryOptions({
    queryKey: [...cardKeys.rate(account, code), amount] as const,
    queryFn: ({ signal }) =>
      call('GET /card/conversions/{code}', {
        account,
        params: { code },
        query: { amount: String(amount) },
        signal,
      }),
    staleTime: 30_000,
  });
}

export function connectionOptions(account: string) {
  return queryOptions({
    queryKey: cardKeys.connection(account),
    queryFn: ({ signal }) => call('GET /card/connection', { account, signal }),
    staleTime: 60_000,
    retry: shouldRetry,
  });
}
