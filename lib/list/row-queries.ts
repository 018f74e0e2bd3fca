import { environmentManager, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type ListRow, type RowPage, rowsIn } from '#lib/list/pages.ts';
import { toQuery } from '#lib/list/parsers.ts';

export const PAGE_SIZE = 100;
/** Page size while catching up with a screen far below the rows read: fewer calls are needed. */
export const CATCH_UP_SIZE = 500;

type Query<F> = { [Name in keyof F]?: string } & { limit: number; cursor?: string };
/** What the list states about all its rows, and its newest row's id. */
export type Newest<M> = Pick<RowPage<never, never>, 'total' | 'asOf'> & { id: string | null } & M;
type Source<F, R, S, M> = {
  /** The first part of the list's query key, before the account. */
  key: string;
  /** Fetches one page of the list, reduced to rows. */
  fetch: (account: string, query: Query<F>, signal: AbortSignal | undefined) => Promise<RowPage<R, S, M>>;
  packed: (page: RowPage<R, S, M>) => RowPage<R, S, M>;
  /** Refresh interval of the first page in ms. Only for a list whose rows change after they arrive. */
  renews?: (newest: Newest<M> | undefined) => number;
};

/** The page size for the next read. It grows when the screen is far below the rows read. */
export type Pace = { limit: number };
type PageRequest = { cursor: string | null; limit: number; signal?: AbortSignal };

/** How often a list checks for new rows. */
export const REFRESH_LIST_MS = 30_000;

type Read = { state: { error: unknown; data: { pages: unknown[] } | undefined } };

/** Refetches only while one page is read: rows must not move while the operator reads on. */
export const firstPageEvery =
  (ms: number) =>
  ({ state }: Read): number | false =>
    state.error === null && state.data?.pages.length === 1 ? ms : false;

/** The queries of a long list: its pages by cursor, newest first, and a rare check for new rows. */
export function rowQueries<F extends object, R extends ListRow, S, M = unknown>(source: Source<F, R, S, M>) {
  const { key, fetch, packed, renews } = source;
  const read = (account: string, filters: F, { cursor, limit, signal }: PageRequest) =>
    fetch(account, { ...toQuery(filters), limit, ...(cursor === null ? {} : { cursor }) }, signal);
  return {
    read,
    renews: renews !== undefined,
    /**
     * The list by cursor. It never refetches by itself: that would read every loaded page again and move rows
     * under the operator. `useRows` reads the first page again.
     */
    rows: (account: string, filters: F, pace: Pace = { limit: PAGE_SIZE }) =>
      infiniteQueryOptions({
        queryKey: [key, account, 'list', toQuery(filters)] as const,
        queryFn: async ({ pageParam, signal }) => {
          const page = await read(account, filters, { cursor: pageParam, limit: pace.limit, signal });
          // A first paint stores one page only, which is sent as it is.
          return environmentManager.isServer() ? page : packed(page);
        },
        initialPageParam: null as string | null,
        getNextPageParam: (last: RowPage<R, S, M>) => last.nextCursor,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        structuralSharing: false,
        meta: { live: false },
      }),
    /** The current total and the newest row's id. One row is read every 30 s while the page is on screen. */
    newest: (account: string, filters: F) =>
      queryOptions({
        queryKey: [key, account, 'newest', toQuery(filters)] as const,
        queryFn: async ({ signal }) =>
          newestOf(await read(account, filters, { cursor: null, limit: 1, signal })),
        refetchInterval: ({ state }) => renews?.(state.data) ?? REFRESH_LIST_MS,
        staleTime: REFRESH_LIST_MS,
        refetchOnMount: false,
      }),
  };
}
export type RowQueries<F extends object, R extends ListRow, S, M = unknown> = ReturnType<
  typeof rowQueries<F, R, S, M>
>;

export function newestOf<R extends ListRow, S, M>(page: RowPage<R, S, M>): Newest<M> {
  const { rows, runs: _runs, nextCursor: _next, ...rest } = page;
  return { ...(rest as Pick<typeof page, 'total' | 'asOf'> & M), id: rowsIn({ rows })[0]?.id ?? null };
}
