import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type ListRow, type RowPage, rowsIn } from '#lib/list/pages.ts';
import { toQuery } from '#lib/list/parsers.ts';

export const PAGE_SIZE = 100;
/** Far below what was read, rows come in bigger pages: fewer calls until the screen is reached. */
export const CATCH_UP_SIZE = 500;

type Query<F> = { [Name in keyof F]?: string } & { limit: number; cursor?: string };
/** A list's facts of all its rows, and its newest one. */
export type Newest<M> = Pick<RowPage<never, never>, 'total' | 'asOf'> & { id: string | null } & M;
type Source<F, R, S, M> = {
  /** The list's query key begins with it and the account. */
  key: string;
  /** One page of the list, cut down to rows. */
  fetch: (account: string, query: Query<F>, signal: AbortSignal | undefined) => Promise<RowPage<R, S, M>>;
  packed: (page: RowPage<R, S, M>) => RowPage<R, S, M>;
  /**
   * In how many ms it is looked at again. A list that says so has rows that change after they came: its first ones are
   * read anew while they are on screen.
   */
  renews?: (newest: Newest<M> | undefined) => number;
};

/** How far the screen is ahead of what was read; the next page's size follows it. */
export type Pace = { limit: number };
type PageRequest = { cursor: string | null; limit: number; signal?: AbortSignal };

/** How often a list is looked at again. */
export const LOOK_AGAIN_MS = 30_000;

/** The query of one page of a list. */
export const pageOf = <F extends object>(filters: F, limit: number, cursor: string | null) => ({
  ...toQuery(filters),
  limit,
  ...(cursor === null ? {} : { cursor }),
});

type Read = { state: { error: unknown; data: { pages: unknown[] } | undefined } };

/** While only the first page was read, the list renews itself; rows must not move under somebody who reads on. */
export const firstPageEvery =
  (ms: number) =>
  ({ state }: Read): number | false =>
    state.error === null && state.data?.pages.length === 1 ? ms : false;

/** How a long list is read: by cursor from the newest on, and seldom whether anything came since. */
export function rowQueries<F extends object, R extends ListRow, S, M = unknown>(source: Source<F, R, S, M>) {
  const { key, fetch, packed, renews } = source;
  const lists = (account: string) => [key, account, 'list'] as const;
  const list = (account: string, filters: F) => [...lists(account), toQuery(filters)] as const;
  const newestKey = (account: string, filters: F) => [key, account, 'newest', toQuery(filters)] as const;
  const read = (account: string, filters: F, { cursor, limit, signal }: PageRequest) =>
    fetch(account, { ...toQuery(filters), limit, ...(cursor === null ? {} : { cursor }) }, signal);
  return {
    keys: { lists, list },
    read,
    renews: renews !== undefined,
    /**
     * The list by cursor. It is never read again by itself: that would read every page that was scrolled through
     * (`useRows` takes the first page anew), and rows must not move under the operator.
     */
    rows: (account: string, filters: F, pace: Pace = { limit: PAGE_SIZE }) =>
      infiniteQueryOptions({
        queryKey: list(account, filters),
        queryFn: async ({ pageParam, signal }) =>
          packed(await read(account, filters, { cursor: pageParam, limit: pace.limit, signal })),
        initialPageParam: null as string | null,
        getNextPageParam: (last: RowPage<R, S, M>) => last.nextCursor,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        structuralSharing: false,
        meta: { live: false },
      }),
    /** How many there are now, and the newest one's id: one row is read every 30 s while the page is on screen. */
    newest: (account: string, filters: F) =>
      queryOptions({
        queryKey: newestKey(account, filters),
        queryFn: async ({ signal }) =>
          newestOf(await read(account, filters, { cursor: null, limit: 1, signal })),
        refetchInterval: ({ state }) => renews?.(state.data) ?? LOOK_AGAIN_MS,
        staleTime: LOOK_AGAIN_MS,
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
