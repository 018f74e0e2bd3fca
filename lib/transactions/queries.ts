import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import { type Filters, toQuery } from '#lib/transactions/filters.ts';
import { packedPage, type RowPage, rowsIn, toRowPage } from '#lib/transactions/rows.ts';
import { isUnsettled } from '#lib/transactions/rules.ts';

export const PAGE_SIZE = 100;
/** Far below what was read, rows come in bigger pages: fewer calls until the screen is reached. */
export const CATCH_UP_SIZE = 500;
const LOOK_AGAIN_MS = 30_000;

export const transactionKeys = {
  all: (account: string) => ['transactions', account] as const,
  lists: (account: string) => [...transactionKeys.all(account), 'list'] as const,
  list: (account: string, filters: Filters) => [...transactionKeys.lists(account), toQuery(filters)] as const,
  newest: (account: string, filters: Filters) =>
    [...transactionKeys.all(account), 'newest', toQuery(filters)] as const,
  detail: (account: string, id: string) => [...transactionKeys.all(account), 'detail', id] as const,
  revealed: (account: string, id: string) => [...transactionKeys.detail(account, id), 'revealed'] as const,
  timeline: (account: string, id: string) => [...transactionKeys.detail(account, id), 'timeline'] as const,
  filter: (account: string, id: string) => [...transactionKeys.all(account), 'filter', id] as const,
};

type PageRequest = { cursor: string | null; limit: number; signal?: AbortSignal };

/** One page of the list, cut down to rows. */
export async function fetchRows(account: string, filters: Filters, page: PageRequest): Promise<RowPage> {
  const { cursor, limit, signal } = page;
  const query = { ...toQuery(filters), limit, ...(cursor === null ? {} : { cursor }) };
  return toRowPage(await call('GET /transactions', { account, query, ...(signal ? { signal } : {}) }));
}

/** How far the screen is ahead of what was read; the next page's size follows it. */
export type Pace = { limit: number };

/**
 * The list by cursor. It is never read again by itself: that would read every page that was scrolled through
 * (`useRefresh` takes the first page anew), and rows must not move under the operator.
 */
export function rowsOptions(account: string, filters: Filters, pace: Pace = { limit: PAGE_SIZE }) {
  return infiniteQueryOptions({
    queryKey: transactionKeys.list(account, filters),
    queryFn: async ({ pageParam, signal }) =>
      packedPage(await fetchRows(account, filters, { cursor: pageParam, limit: pace.limit, signal })),
    initialPageParam: null as string | null,
    getNextPageParam: (last: RowPage) => last.nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
    retry: false,
    meta: { live: false },
  });
}

/** How many there are now, and the newest one's id: one row is read every 30 s while the page is on screen. */
export function newestOptions(account: string, filters: Filters) {
  return queryOptions({
    queryKey: transactionKeys.newest(account, filters),
    queryFn: async ({ signal }) => {
      const page = await fetchRows(account, filters, { cursor: null, limit: 1, signal });
      return { total: page.total, id: rowsIn(page)[0]?.id ?? null, asOf: page.asOf };
    },
    refetchInterval: LOOK_AGAIN_MS,
    staleTime: LOOK_AGAIN_MS,
    refetchOnMount: false,
    retry: false,
  });
}

/** Rows that a filter leaves: asked only to tell what a too narrow filter hides. */
export function totalOptions(account: string, filters: Filters) {
  return queryOptions({
    queryKey: [...transactionKeys.newest(account, filters), 'total'],
    queryFn: async ({ signal }) =>
      (await fetchRows(account, filters, { cursor: null, limit: 1, signal })).total,
    staleTime: LOOK_AGAIN_MS,
    retry: false,
  });
}

export function detailOptions(account: string, id: string) {
  return queryOptions({
    queryKey: transactionKeys.detail(account, id),
    queryFn: ({ signal }) => call('GET /transactions/{id}', { account, params: { id }, query: {}, signal }),
    refetchInterval: ({ state }) =>
      isUnsettled(state.data?.transaction.status ?? null) ? LOOK_AGAIN_MS : false,
    staleTime: 15_000,
    retry: false,
  });
}

/** The same with personal data in clear. Each read is audited, so it happens once, when it is asked for. */
export function revealedOptions(account: string, id: string) {
  return queryOptions({
    queryKey: transactionKeys.revealed(account, id),
    queryFn: async ({ signal, client }) => {
      const query = { reveal: '1' as const };
      const clear = await call('GET /transactions/{id}', { account, params: { id }, query, signal });
      void client.invalidateQueries({ queryKey: transactionKeys.timeline(account, id) });
      return clear;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    meta: { live: false },
  });
}

export function timelineOptions(account: string, id: string) {
  return queryOptions({
    queryKey: transactionKeys.timeline(account, id),
    queryFn: ({ signal }) => call('GET /transactions/{id}/timeline', { account, params: { id }, signal }),
    staleTime: 15_000,
    refetchInterval: LOOK_AGAIN_MS,
    retry: false,
  });
}

/** Document and name behind an `f`. */
export function storedFilterOptions(account: string, id: string) {
  return queryOptions({
    queryKey: transactionKeys.filter(account, id),
    queryFn: ({ signal }) => call('GET /transactions/filters/{id}', { account, params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
