'use client';

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { serverNow } from '#lib/core/clock.ts';
import { isOpenEnded } from '#lib/core/period.ts';
import {
  createRowPages,
  type DayHeader,
  dayLines,
  type ListRow,
  type ListSums,
  type RowPage,
  type RowPages,
  readSums,
  rowCount,
  rowsIn,
  type Sort,
  sortedBook,
  totalOf,
} from '#lib/list/pages.ts';
import {
  CATCH_UP_SIZE,
  type Newest,
  newestOf,
  PAGE_SIZE,
  type Pace,
  type RowQueries,
} from '#lib/list/row-queries.ts';
import { periodOf } from '#lib/list/view-filters.ts';
import { useArrived } from './use-new-rows.ts';

/** Rows ahead of the screen that are read before they are needed. */
const AHEAD = 60;
const FAR = 200;
/** Up to so many rows are read to the end without being scrolled to, so that their sums are whole. */
const READ_THROUGH = 2_000;

export type Rows<R extends ListRow, S extends ListSums, M = unknown> = {
  pages: RowPage<R, S, M>[];
  book: RowPages<R>;
  /** None where the rows stand in another order than by time. */
  days: DayHeader<S>[];
  /** Total that the provider told with the first page. */
  total: number | null;
  /** Rows that the scroll bar stands for. */
  count: number;
  /** Of what was read so far. */
  sums: S | null;
  asOf: string | null;
  ended: boolean;
  loading: boolean;
  error: unknown;
  retry: () => void;
  /** Reads on until this row is there. Called on every change of what is on screen. */
  reach: (lastVisible: number) => void;
  refresh: { run: () => void; busy: boolean };
  /** Ids of what the last refresh brought, while it is shown as new. */
  arrived: ReadonlySet<string>;
  /** How many came since; `some` where only that there are, is known. */
  fresh: number | 'some' | null;
  /** Newest total and first row heard of the whole list. */
  newest: Newest<M> | null;
  /** The rows on screen renew themselves, or what came since is counted while they stand still. */
  live: boolean;
};

type Options<F extends object, R extends ListRow, S, M> = {
  queries: RowQueries<F, R, S, M>;
  account: string;
  filters: F;
  /** Null: as the provider gives them. Any other order begins once all rows were read. */
  sort: Sort | null;
  keyOf: (row: R, column: string) => number | null;
  onRefreshed: () => void;
  /** Rows stay as they are: one of them is being worked with. */
  still?: boolean;
};

export function useRows<F extends object, R extends ListRow, S extends ListSums, M = unknown>(
  options: Options<F, R, S, M>,
): Rows<R, S, M> {
  const { queries, account, filters, sort, keyOf, still = false } = options;
  const pace = useRef<Pace>({ limit: PAGE_SIZE });
  const query = useInfiniteQuery(queries.rows(account, filters, pace.current));
  const { data, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const pages = useMemo(() => data?.pages ?? [], [data]);
  const ended = data !== undefined && !hasNextPage;
  const read = useMemo(() => createRowPages(pages), [pages]);
  const sorted = ended && sort !== null ? sort : null;
  const book = useMemo(
    () => (sorted === null ? read : sortedBook(read, (row) => keyOf(row, sorted.by), sorted.falling)),
    [read, sorted, keyOf],
  );
  const days = useMemo(() => (sorted === null ? dayLines(pages, ended) : []), [pages, ended, sorted]);
  const sums = useMemo(() => readSums(pages), [pages]);
  const refresh = useRefresh(options);
  const total = totalOf(pages);

  const stuck = !hasNextPage || isFetchNextPageError || refresh.pending;
  const through = !queries.renews && total !== null && total <= READ_THROUGH ? total : 0;
  const { reach, atTop } = useReach({ stuck, read: read.size, through, pace: pace.current, fetchNextPage });
  const renews = queries.renews && (atTop || book.size === 0) && !still;
  const { renew } = refresh;
  const watch = useWatch(options, read, atTop && !still);
  const { fresh, newest, watched } = useFresh(options, pages[0], renews ? renew : watch);
  // News that arrived while the operator read further down is taken in at the top.
  const behind = renews && newest !== null && newest.asOf > (pages[0]?.asOf ?? '') ? newest.asOf : null;
  useEffect(() => {
    if (behind !== null) renew().catch(() => undefined);
  }, [behind, renew]);
  const retry = useCallback(() => {
    if (refresh.error) refresh.run();
    else if (isFetchNextPageError) void fetchNextPage();
    else void refetch();
  }, [refresh.error, refresh.run, isFetchNextPageError, fetchNextPage, refetch]);

  return {
    pages,
    book,
    days,
    total: ended ? book.size : total,
    count: data === undefined ? 0 : rowCount(book.size, total, ended),
    sums,
    asOf: pages[0]?.asOf ?? null,
    ended,
    loading: query.isPending,
    error: refresh.error ?? query.error,
    retry,
    reach,
    refresh,
    arrived: refresh.arrived,
    fresh: renews ? null : fresh,
    newest,
    live: (renews || (watched && watch !== null)) && !refresh.error && !query.error,
  };
}

type Reading = {
  /** Nothing can be read on now. Whether a page is under way is not asked for: each page's begin would draw all anew. */
  stuck: boolean;
  read: number;
  /** Rows that are read without being scrolled to. */
  through: number;
  pace: Pace;
  fetchNextPage: (options: { cancelRefetch: false }) => unknown;
};

/** Reads on ahead of the screen, and knows whether that is near the first row. */
function useReach({ stuck, read, through, pace, fetchNextPage }: Reading) {
  const [atTop, setAtTop] = useState(true);
  const readOn = useCallback(
    (until: number) => {
      if (stuck || until + AHEAD < read) return;
      pace.limit = until - read > FAR ? CATCH_UP_SIZE : PAGE_SIZE;
      void fetchNextPage({ cancelRefetch: false });
    },
    [stuck, read, pace, fetchNextPage],
  );
  const reach = useCallback(
    (lastVisible: number) => {
      setAtTop(lastVisible < AHEAD);
      readOn(lastVisible);
    },
    [readOn],
  );
  useEffect(() => {
    if (through > 0) readOn(through);
  }, [through, readOn]);
  return { reach, atTop };
}

type Taking = { busy: boolean; pending: boolean; error: Error | null };
const AT_REST: Taking = { busy: false, pending: false, error: null };

/** Takes the first page anew; what is on screen stays until it is there. */
function useRefresh<F extends object, R extends ListRow, S, M>(options: Options<F, R, S, M>) {
  const client = useQueryClient();
  const { arrived, mark } = useArrived<R>();
  const [taking, setTaking] = useState(AT_REST);
  const latest = useRef(options);
  latest.current = options;
  const turn = useRef(0);
  const take = useCallback(
    async (asked: boolean) => {
      const { queries, account, filters } = latest.current;
      const { queryKey } = queries.rows(account, filters);
      turn.current += 1;
      const own = turn.current;
      const tell = (now: Taking) => own === turn.current && setTaking(now);
      tell({ busy: asked, pending: true, error: null });
      try {
        await client.cancelQueries({ queryKey });
        // One page keeps the rows that are on screen.
        const read = asked ? 0 : createRowPages(client.getQueryData(queryKey)?.pages ?? []).size;
        const limit = Math.min(Math.max(read, PAGE_SIZE), CATCH_UP_SIZE);
        const page = await queries.read(account, filters, { cursor: null, limit });
        mark(client.getQueryData(queryKey)?.pages[0], page);
        client.setQueryData(queryKey, { pages: [page], pageParams: [null] });
        client.setQueryData(queries.newest(account, filters).queryKey, newestOf(page));
        tell(AT_REST);
        if (asked) latest.current.onRefreshed();
        return page;
      } catch (error) {
        tell({ ...AT_REST, error: error as Error });
        throw error;
      }
    },
    [client, mark],
  );
  const run = useCallback(() => void take(true).catch(() => undefined), [take]);
  const renew = useCallback(() => take(false), [take]);
  return { run, renew, ...taking, arrived };
}

/**
 * Looks at a list whose new rows wait: reads the rows on screen again, and takes them in where none came, so that
 * states stay true and nothing moves. Null where that would be too much, or the rows are to stand still.
 */
function useWatch<F extends object, R extends ListRow, S extends ListSums, M>(
  { queries, account, filters }: Options<F, R, S, M>,
  shown: RowPages<R>,
  enabled: boolean,
): (() => Promise<RowPage<R, S, M>>) | null {
  const client = useQueryClient();
  const book = useRef(shown);
  book.current = shown;
  const watch = useCallback(async () => {
    const limit = Math.min(Math.max(book.current.size, PAGE_SIZE), CATCH_UP_SIZE);
    const page = await queries.read(account, filters, { cursor: null, limit });
    const isSame = book.current.size <= limit && !hasNews(book.current, page);
    if (isSame)
      client.setQueryData(queries.rows(account, filters).queryKey, { pages: [page], pageParams: [null] });
    return page;
  }, [client, queries, account, filters]);
  return enabled && !queries.renews && shown.size > 0 && shown.size <= CATCH_UP_SIZE ? watch : null;
}

/** Rows that are not on screen stand above or between some that are; what follows the last of these is older. */
function hasNews<R extends ListRow>(book: RowPages<R>, page: RowPage<R, unknown, unknown>): boolean {
  const known = rowsIn(page).map(({ id }) => book.indexOf(id) >= 0);
  const last = known.lastIndexOf(true);
  return last < 0 ? known.length > 0 : known.slice(0, last).includes(false);
}

/**
 * Counts the rows that came since the first page was read; null when none came or they cannot be told.
 * `renew` reads the rows anew, which also tells the newest one: a list that renews itself asks once.
 */
function useFresh<F extends object, R extends ListRow, S extends ListSums, M>(
  { queries, account, filters }: Options<F, R, S, M>,
  first: RowPage<R, S, M> | undefined,
  renew: (() => Promise<RowPage<R, S, M>>) | null,
): Pick<Rows<R, S, M>, 'fresh' | 'newest'> & { watched: boolean } {
  const enabled = first !== undefined && (queries.renews || isOpenEnded(periodOf(filters), serverNow()));
  const { data, error } = useQuery({
    ...queries.newest(account, filters),
    ...(renew === null ? {} : { queryFn: async () => newestOf(await renew()) }),
    ...(first === undefined ? {} : { initialData: newestOf(first) }),
    enabled,
  });
  const watched = enabled && error === null && !queries.renews;
  if (first === undefined) return { fresh: null, newest: null, watched };
  if (data === undefined || data.asOf <= first.asOf) return { fresh: null, newest: newestOf(first), watched };
  // Of rows that change a total tells no more than that: what it grew by may be older ones.
  if (queries.renews || data.total === null || first.total === null)
    return { fresh: data.id === (rowsIn(first)[0]?.id ?? null) ? null : 'some', newest: data, watched };
  return { fresh: data.total > first.total ? data.total - first.total : null, newest: data, watched };
}
