'use client';

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import {
  type DayLine,
  dayLines,
  type ListRow,
  type ListSums,
  type RowBook,
  type RowPage,
  readSums,
  rowBook,
  rowCount,
  rowsIn,
  type Sort,
  sortedBook,
} from '#lib/list/pages.ts';
import { CATCH_UP_SIZE, newestOf, PAGE_SIZE, type Pace, type RowQueries } from '#lib/list/row-queries.ts';
import { periodOf } from '#lib/list/view-filters.ts';
import { isOpenEnded } from '#lib/period.ts';
import { useArrived } from './use-arrived.ts';

/** Rows ahead of the screen that are read before they are needed. */
const AHEAD = 60;
const FAR = 200;
/** Up to so many rows are read to the end without being scrolled to, so that their sums are whole. */
const READ_THROUGH = 2_000;

export type Rows<R extends ListRow, S extends ListSums> = {
  pages: RowPage<R, S>[];
  book: RowBook<R>;
  /** None where the rows stand in another order than by time. */
  days: DayLine<S>[];
  /** What the provider told with the first page. */
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
};

type Options<F extends object, R extends ListRow, S> = {
  queries: RowQueries<F, R, S>;
  account: string;
  filters: F;
  /** Null: as the provider gives them. Any other order begins once all rows were read. */
  sort: Sort | null;
  keyOf: (row: R, column: string) => number | null;
  onRefreshed: () => void;
};

export function useRows<F extends object, R extends ListRow, S extends ListSums>(
  options: Options<F, R, S>,
): Rows<R, S> {
  const { queries, account, filters, sort, keyOf } = options;
  const pace = useRef<Pace>({ limit: PAGE_SIZE });
  const query = useInfiniteQuery(queries.rows(account, filters, pace.current));
  const { data, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const pages = useMemo(() => data?.pages ?? [], [data]);
  const ended = data !== undefined && !hasNextPage;
  const read = useMemo(() => rowBook(pages), [pages]);
  const sorted = ended && sort !== null ? sort : null;
  const book = useMemo(
    () => (sorted === null ? read : sortedBook(read, (row) => keyOf(row, sorted.by), sorted.falling)),
    [read, sorted, keyOf],
  );
  const days = useMemo(() => (sorted === null ? dayLines(pages, ended) : []), [pages, ended, sorted]);
  const sums = useMemo(() => readSums(pages), [pages]);
  const refresh = useRefresh(options);
  const fresh = useFresh(options, pages[0]);
  const total = pages[0]?.total ?? null;

  // Whether a page is under way is not asked for: that would draw everything anew at each page's begin.
  const stuck = !hasNextPage || isFetchNextPageError || refresh.busy;
  const through = total !== null && total <= READ_THROUGH;
  const reach = useCallback(
    (lastVisible: number) => {
      if (stuck || lastVisible + AHEAD < read.size) return;
      pace.current.limit = lastVisible - read.size > FAR ? CATCH_UP_SIZE : PAGE_SIZE;
      void fetchNextPage({ cancelRefetch: false });
    },
    [stuck, read, fetchNextPage],
  );
  useEffect(() => {
    if (through) reach(total);
  }, [through, total, reach]);
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
    fresh,
  };
}

type Listed<F extends object, R extends ListRow, S> = Options<F, R, S>;

/** Takes the first page anew; what is on screen stays until it is there. */
function useRefresh<F extends object, R extends ListRow, S>(options: Listed<F, R, S>) {
  const { queries, account, filters, onRefreshed } = options;
  const client = useQueryClient();
  const { arrived, mark } = useArrived<R>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await client.cancelQueries({ queryKey: queries.keys.list(account, filters) });
      return queries.read(account, filters, { cursor: null, limit: PAGE_SIZE });
    },
    onSuccess: (page) => {
      const key = queries.rows(account, filters).queryKey;
      mark(client.getQueryData(key)?.pages[0], page);
      client.setQueryData(key, { pages: [page], pageParams: [null] });
      client.setQueryData(queries.newest(account, filters).queryKey, newestOf(page));
      onRefreshed();
    },
  });
  const run = useCallback(() => mutate(), [mutate]);
  return { run, busy: isPending, error, arrived };
}

/** What came since the first page was read; null where nothing did or nothing can. */
function useFresh<F extends object, R extends ListRow, S extends ListSums>(
  { queries, account, filters }: Listed<F, R, S>,
  first: RowPage<R, S> | undefined,
): Rows<R, S>['fresh'] {
  const { data } = useQuery({
    ...queries.newest(account, filters),
    ...(first === undefined ? {} : { initialData: newestOf(first) }),
    enabled: first !== undefined && isOpenEnded(periodOf(filters), Date.now()),
  });
  if (data === undefined || first === undefined || data.asOf <= first.asOf) return null;
  if (data.total !== null && first.total !== null)
    return data.total > first.total ? data.total - first.total : null;
  return data.id !== (rowsIn(first)[0]?.id ?? null) ? 'some' : null;
}
