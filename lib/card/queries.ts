import type { Answer } from '#lib/api/client.ts';
import { inClearQuery, pagesOf, queryOf, recordQuery } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { firstPageEvery } from '#lib/list/row-queries.ts';
import type { CardFilters } from './card.list.ts';
import { isWaiting } from './rules.ts';

export type CardCharge = Answer<'GET /card/charges'>['items'][number];
export type Recurrence = Answer<'GET /card/recurrences/{id}'>['recurrence'];

const PAGE_SIZE = 50;
const SOON_MS = 3_000;
const REFRESH_LIST_MS = 15_000;

export const allCard = (account: string) => ['card', account] as const;

/** The charges by cursor, newest first. Refetched regularly while only the first page is loaded. */
export const cardChargesOptions = (account: string, filters: CardFilters) =>
  pagesOf(
    'GET /card/charges',
    { account, query: { ...toQuery(filters), limit: PAGE_SIZE } },
    { refetchInterval: firstPageEvery(REFRESH_LIST_MS) },
  );

/** One charge, refetched every few seconds while it is pending and visible. */
export const cardChargeOptions = recordQuery('GET /card/charges/{id}', {
  refetchInterval: ({ state }) =>
    state.error === null && state.data !== undefined && isWaiting(state.data.charge) ? SOON_MS : false,
});

/** The charge with its customer unmasked. */
export const revealedChargeOptions = inClearQuery('GET /card/charges/{id}');

export const recurrenceOptions = recordQuery('GET /card/recurrences/{id}');

export const rateOptions = (account: string, code: string) =>
  queryOf('GET /card/rates/{code}', { account, params: { code } }, { staleTime: 30_000 });

export const conversionOptions = (account: string, code: string, amount: number) =>
  queryOf(
    'GET /card/conversions/{code}',
    { account, params: { code }, query: { amount: String(amount) } },
    { staleTime: 30_000 },
  );

export const connectionOptions = (account: string) =>
  queryOf('GET /card/connection', { account }, { staleTime: 60_000, retry: shouldRetry });
