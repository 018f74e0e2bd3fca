'use client';

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { type Filters, isOpenEnded } from '#lib/transactions/filters.ts';
import {
  CATCH_UP_SIZE,
  fetchRows,
  newestOptions,
  PAGE_SIZE,
  type Pace,
  rowsOptions,
  transactionKeys,
} from '#lib/transactions/queries.ts';
import {
  type DayLine,
  dayLines,
  type RowBook,
  type RowPage,
  rowBook,
  rowCount,
  rowsIn,
  type Sums,
  wholeSums,
} from '#lib/transactions/rows.ts';
import { useArrived } from './use-arrived.ts';

const NO_PAGES: RowPage[] = [];
/** Rows ahead of the screen that are read before they are needed. */
const AHEAD = 60;
const FAR = 200;

export type Rows = {
  pages: RowPage[];
  book: RowBook;
  days: DayLine[];
  /** What the provider told with the first page. */
  total: number | null;
  /** Rows that the scroll bar stands for. */
  count: number;
  sums: Sums | null;
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

export function useRows(account: string, filters: Filters, onRefreshed: () => void): Rows {
  const pace = useRef<Pace>({ limit: PAGE_SIZE });
  const query = useInfiniteQuery(rowsOptions(account, filters, pace.current));
  const { data, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const pages = data?.pages ?? NO_PAGES;
  const ended = data !== undefined && !hasNextPage;
  const book = useMemo(() => rowBook(pages), [pages]);
  const days = useMemo(() => dayLines(pages, ended), [pages, ended]);
  const sums = useMemo(() => wholeSums(pages, ended), [pages, ended]);
  const refresh = useRefresh(account, filters, onRefreshed);
  const fresh = useFresh(account, filters, pages[0]);

  // Whether a page is under way is not asked for: that would draw everything anew at each page's begin.
  const stuck = !hasNextPage || isFetchNextPageError || refresh.busy;
  const reach = useCallback(
    (lastVisible: number) => {
      if (stuck || lastVisible + AHEAD < book.size) return;
      pace.current.limit = lastVisible - book.size > FAR ? CATCH_UP_SIZE : PAGE_SIZE;
      void fetchNextPage({ cancelRefetch: false });
    },
    [stuck, book, fetchNextPage],
  );
  const retry = useCallback(() => {
    if (refresh.error) refresh.run();
    else if (isFetchNextPageError) void fetchNextPage();
    else void refetch();
  }, [refresh.error, refresh.run, isFetchNextPageError, fetchNextPage, refetch]);

  const total = pages[0]?.total ?? null;
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

/** Takes the first page anew; what is on screen stays until it is there. */
function useRefresh(account: string, filters: Filters, onRefreshed: () => void) {
  const client = useQueryClient();
  const { arrived, mark } = useArrived();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      await client.cancelQueries({ queryKey: transactionKeys.list(account, filters) });
      return fetchRows(account, filters, { cursor: null, limit: PAGE_SIZE });
    },
    onSuccess: (page) => {
      mark(client.getQueryData(rowsOptions(account, filters).queryKey)?.pages[0], page);
      client.setQueryData(rowsOptions(account, filters).queryKey, { pages: [page], pageParams: [null] });
      client.setQueryData(newestOptions(account, filters).queryKey, newestOf(page));
      onRefreshed();
    },
  });
  const run = useCallback(() => mutate(), [mutate]);
  return { run, busy: isPending, error, arrived };
}

function newestOf(page: RowPage) {
  return { total: page.total, id: rowsIn(page)[0]?.id ?? null, asOf: page.asOf };
}

/** What came since the first page was read; null where nothing did or nothing can. */
function useFresh(account: string, filters: Filters, first: RowPage | undefined): Rows['fresh'] {
  const { data } = useQuery({
    ...newestOptions(account, filters),
    ...(first === undefined ? {} : { initialData: newestOf(first) }),
    enabled: first !== undefined && isOpenEnded(filters, Date.now()),
  });
  if (data === undefined || first === undefined || data.asOf <= first.asOf) return null;
  if (data.total !== null && first.total !== null)
    return data.total > first.total ? data.total - first.total : null;
  return data.id !== (rowsIn(first)[0]?.id ?? null) ? 'some' : null;
}
