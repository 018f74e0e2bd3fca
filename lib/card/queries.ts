import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '#lib/api/client.ts';
import { inClearOf, pagesOf, queryOf } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { firstPageEvery, pageOf } from '#lib/list/row-queries.ts';
import type { CardFilters } from './card.list.ts';
import { isWaiting } from './rules.ts';

export type CardCharge = Answer<'GET /card/charges'>['items'][number];
export type Recurrence = Answer<'GET /card/recurrences/{id}'>['recurrence'];

const PAGE_SIZE = 50;
const SOON_MS = 3_000;
const REFRESH_LIST_MS = 15_000;

export const cardKeys = { all: (account: string) => ['card', account] as const };

const chargeKey = (account: string, id: string) => [...cardKeys.all(account), 'charge', id] as const;
const rateKey = (account: string, code: string) => [...cardKeys.all(account), 'rate', code] as const;

export const pageQuery = (filters: CardFilters, cursor: string | null) => pageOf(filters, PAGE_SIZE, cursor);

/** The charges by cursor, newest first. Refetched regularly while only the first page is loaded. */
export const cardChargesOptions = (account: string, filters: CardFilters) =>
  infiniteQueryOptions({
    ...pagesOf('GET /card/charges', [...cardKeys.all(account), 'list', toQuery(filters)], (cursor) => ({
      account,
      query: pageQuery(filters, cursor),
    })),
    refetchInterval: firstPageEvery(REFRESH_LIST_MS),
  });

/** One charge, refetched every few seconds while it is pending and visible. */
export const cardChargeOptions = (account: string, id: string) =>
  queryOptions({
    ...queryOf('GET /card/charges/{id}', chargeKey(account, id), { account, params: { id } }),
    refetchInterval: ({ state }) =>
      state.error === null && state.data !== undefined && isWaiting(state.data.charge) ? SOON_MS : false,
  });

/** The charge with its customer unmasked. */
export const revealedChargeOptions = (account: string, id: string) =>
  queryOptions(inClearOf('GET /card/charges/{id}', chargeKey(account, id), { account, params: { id } }));

export const recurrenceOptions = (account: string, id: string) =>
  queryOptions(
    queryOf('GET /card/recurrences/{id}', [...cardKeys.all(account), 'recurrence', id], {
      account,
      params: { id },
    }),
  );

export const rateOptions = (account: string, code: string) =>
  queryOptions({
    ...queryOf('GET /card/rates/{code}', rateKey(account, code), { account, params: { code } }),
    staleTime: 30_000,
  });

export const conversionOptions = (account: string, code: string, amount: number) =>
  queryOptions({
    ...queryOf('GET /card/conversions/{code}', [...rateKey(account, code), amount], {
      account,
      params: { code },
      query: { amount: String(amount) },
    }),
    staleTime: 30_000,
  });

export const connectionOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /card/connection', [...cardKeys.all(account), 'connection'], { account }),
    staleTime: 60_000,
    retry: shouldRetry,
  });
