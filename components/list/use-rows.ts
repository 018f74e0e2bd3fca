import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { serverNow } from '#lib/core/clock.ts';
import { isOpenEnded } from '#lib/core/dates.ts';
import {
  arrivedRows,
  createRowPages,
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

/** Number of rows read ahead of the screen. */
const AHEAD = 60;
const FAR = 200;
/** Longer than the highlight of new rows fades: one scrolled back into view is no longer highlighted. */
const HIGHLIGHT_MS = 2_500;
const NO_IDS: ReadonlySet<string> = new Set();
/** Lists up to this many rows are read to the end without scrolling, so that their sums are complete. */
const READ_THROUGH = 2_000;

type Options<F extends object, R extends ListRow, S, M> = {
  queries: RowQueries<F, R, S, M>;
  account: string;
  filters: F;
  /** Null: the provider's order. Any other order applies once all rows were read. */
  sort: Sort | null;
  keyOf: (row: R, column: string) => number | null;
  onRefreshed: () => void;
  /** The rows do not change, because the operator works with one of them. */
  still?: boolean;
};

export function useRows<F extends object, R extends ListRow, S extends ListSums, M = unknown>(
  options: Options<F, R, S, M>,
) {
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
  // New rows that arrived while the operator was further down are loaded at the top.
  const unseenSince = renews && newest !== null && newest.asOf > (pages[0]?.asOf ?? '') ? newest.asOf : null;
  useEffect(() => {
    if (unseenSince !== null) renew().catch(() => undefined);
  }, [unseenSince, renew]);
  const retry = () => {
    if (refresh.error) refresh.run();
    else if (isFetchNextPageError) void fetchNextPage();
    else void refetch();
  };

  return {
    pages,
    book,
    /** Empty where the rows are not ordered by time. */
    days,
    /** The total that the provider returned with the first page. */
    total: ended ? book.size : total,
    /** Number of rows the scroll bar represents. */
    count: data === undefined ? 0 : rowCount(book.size, total, ended),
    /** Sums of the rows read so far. */
    sums,
    asOf: pages[0]?.asOf ?? null,
    ended,
    loading: query.isPending,
    error: refresh.error ?? query.error,
    retry,
    /** Reads further pages until this row is read. Called whenever the visible rows change. */
    reach,
    refresh,
    /** Ids of the rows that the last refresh brought, while they are highlighted. */
    arrived: refresh.arrived,
    /** Number of new rows since the first page; `some`: there are new rows, number unknown. */
    fresh: renews ? null : fresh,
    /** The latest total and first row of the whole list. */
    newest,
    /** The rows refresh automatically, or new ones are counted while the rows stay still. */
    live: (renews || (watched && watch !== null)) && !refresh.error && !query.error,
  };
}
export type Rows<R extends ListRow, S extends ListSums, M = unknown> = ReturnType<
  typeof useRows<object, R, S, M>
>;

type Reading = {
  /** No further page can be read. It ignores a running fetch, which would re-render everything. */
  stuck: boolean;
  read: number;
  /** Number of rows to read without scrolling. */
  through: number;
  pace: Pace;
  fetchNextPage: (options: { cancelRefetch: false }) => unknown;
};

/** Reads ahead of the screen, and tracks whether the screen shows the first rows. */
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

type RefreshState = { busy: boolean; pending: boolean; error: Error | null };
const IDLE: RefreshState = { busy: false, pending: false, error: null };

/** Reads the first page again; the old rows stay on screen until it arrives. */
function useRefresh<F extends object, R extends ListRow, S, M>(options: Options<F, R, S, M>) {
  const client = useQueryClient();
  const [state, setState] = useState(IDLE);
  const [arrived, setArrived] = useState(NO_IDS);
  useEffect(() => {
    if (arrived.size === 0) return;
    const timer = setTimeout(() => setArrived(NO_IDS), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [arrived]);
  const latest = useRef(options);
  latest.current = options;
  const runCount = useRef(0);
  const take = useCallback(
    async (byOperator: boolean) => {
      const { queries, account, filters } = latest.current;
      const { queryKey } = queries.rows(account, filters);
      runCount.current += 1;
      const own = runCount.current;
      const setIfCurrent = (now: RefreshState) => own === runCount.current && setState(now);
      setIfCurrent({ busy: byOperator, pending: true, error: null });
      try {
        await client.cancelQueries({ queryKey });
        // One page large enough to keep the visible rows.
        const read = byOperator ? 0 : createRowPages(client.getQueryData(queryKey)?.pages ?? []).size;
        const limit = Math.min(Math.max(read, PAGE_SIZE), CATCH_UP_SIZE);
        const page = await queries.read(account, filters, { cursor: null, limit });
        setArrived(new Set(arrivedRows(client.getQueryData(queryKey)?.pages[0], page)));
        client.setQueryData(queryKey, { pages: [page], pageParams: [null] });
        client.setQueryData(queries.newest(account, filters).queryKey, newestOf(page));
        setIfCurrent(IDLE);
        if (byOperator) latest.current.onRefreshed();
        return page;
      } catch (error) {
        setIfCurrent({ ...IDLE, error: error as Error });
        throw error;
      }
    },
    [client],
  );
  const run = useCallback(() => void take(true).catch(() => undefined), [take]);
  const renew = useCallback(() => take(false), [take]);
  return { run, renew, ...state, arrived };
}

/**
 * Watches a list that does not load new rows by itself: reads the visible rows again and shows the answer
 * only if no row is new, so that statuses stay current and nothing moves. Null where there are too many rows,
 * or they must not change.
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

/** Whether the page has unknown rows above or between known ones; later ones are older. */
function hasNews<R extends ListRow>(book: RowPages<R>, page: RowPage<R, unknown, unknown>): boolean {
  const isKnown = rowsIn(page).map(({ id }) => book.indexOf(id) >= 0);
  const last = isKnown.lastIndexOf(true);
  return last < 0 ? isKnown.length > 0 : isKnown.slice(0, last).includes(false);
}

/**
 * Counts the rows added since the first page was read; null where none came or it is unknown. `renew` reads
 * the rows again and gives the newest row too, so a self-renewing list makes one request.
 */
function useFresh<F extends object, R extends ListRow, S extends ListSums, M>(
  { queries, account, filters }: Options<F, R, S, M>,
  first: RowPage<R, S, M> | undefined,
  renew: (() => Promise<RowPage<R, S, M>>) | null,
): { fresh: number | 'some' | null; newest: Newest<M> | null; watched: boolean } {
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
  // A total that grew does not show which rows are new: in a list whose rows change they may be older ones.
  if (queries.renews || data.total === null || first.total === null)
    return { fresh: data.id === (rowsIn(first)[0]?.id ?? null) ? null : 'some', newest: data, watched };
  return { fresh: data.total > first.total ? data.total - first.total : null, newest: data, watched };
}
