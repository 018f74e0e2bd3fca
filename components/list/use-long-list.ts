'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import type { GridHandle } from '#components/ui/data-table/use-cursor.ts';
import type { KeptPlace } from '#components/ui/data-table/use-stored-place.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import type { List } from '#lib/list/list.ts';
import type { ListRow, ListSums } from '#lib/list/pages.ts';
import { toQuery } from '#lib/list/parsers.ts';
import type { RowQueries } from '#lib/list/row-queries.ts';
import { useListExport } from './export/use-list-export.tsx';
import type { FilterState } from './filters/use-list-filters.ts';
import { useShownColumns, useSort } from './use-columns.ts';
import { useRowOpen } from './use-drawer-route.ts';
import { useRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';

type Of<F extends object, R extends ListRow, S extends ListSums, M> = {
  list: List;
  queries: RowQueries<F, R, S, M>;
  state: FilterState<F>;
  /** First part of the file name, before account and period. */
  file: string;
  column: (name: string) => string;
  /** Of its columns those that may stand now; all without. */
  offers?: readonly string[];
  /** Value that orders the rows; without it they stand as the provider gives them. */
  keyOf?: (row: R, column: string) => number | null;
};
const GIVEN = { by: 'time', falling: true };
const unordered = () => null;
const keyOfFilters = (filters: object) => JSON.stringify(toQuery(filters));

/** An answer that comes within it is drawn in place of the rows before; bars in between would only flash. */
const PATIENCE_MS = 80;

/**
 * Asks for the rows of the filters that are chosen. Returns the filters whose rows are drawn: those chosen, once they
 * are answered or `PATIENCE_MS` have passed, and until then those before.
 */
function useAnswered<F extends object, R extends ListRow, S extends ListSums, M>(
  queries: RowQueries<F, R, S, M>,
  account: string,
  filters: F,
): F {
  const [drawn, draw] = useState(filters);
  const { isPending } = useInfiniteQuery(queries.rows(account, filters));
  useEffect(() => {
    if (!isPending) return draw(filters);
    const late = setTimeout(() => draw(filters), PATIENCE_MS);
    return () => clearTimeout(late);
  }, [filters, isPending]);
  return isPending ? drawn : filters;
}

/** What stands beside a list is no part of its address. */
const BESIDE = ['open', 'op'];

/**
 * Where the operator was on this list, in px, kept for each address while the tab is open: they find it again when they
 * come back from another page. Other filters on the same page begin at the first row.
 */
export function useListPlace(): KeptPlace {
  const params = new URLSearchParams(useSearchParams());
  for (const name of BESIDE) params.delete(name);
  const key = `guiche.place ${usePathname()}?${params}`;
  // A page that the browser loads begins at its top.
  const arrived = useIsHydrated();
  const [known] = useState(() => ({ key: arrived ? key : null }));
  return useMemo(
    () => ({
      read: () => {
        if (known.key !== key) return 0;
        known.key = null;
        return Number(sessionStorage.getItem(key) ?? 0);
      },
      write: (px) => sessionStorage.setItem(key, String(Math.round(px))),
    }),
    [known, key],
  );
}

/** State that the parts of a list that is scrolled through share: its rows, and the record beside them. */
export function useLongList<F extends object, R extends ListRow, S extends ListSums, M = unknown>({
  list,
  queries,
  state,
  file,
  column,
  offers,
  keyOf,
}: Of<F, R, S, M>) {
  const account = useSession().account.slug;
  const { filters } = state;
  const grid = useRef<GridHandle>(null);
  const drawer = useRowOpen(grid);
  const { sort, given, sortBy } = useSort(list);
  const drawn = useAnswered(queries, account, filters);
  const filterKey = keyOfFilters(drawn);
  const rows = useRows({
    queries,
    account,
    filters: drawn,
    keyOf: keyOf ?? unordered,
    sort: given || keyOf === undefined ? null : sort,
    still: drawer.open !== null,
    onRefreshed: () => grid.current?.toTop(),
  });
  const selection = useSelection<R>(filterKey);
  const columns = useShownColumns(list, account, column);
  // One and the same while nothing changes: rows are drawn anew with other columns.
  const names = useMemo(
    () => offers?.filter((name) => columns.names.includes(name)) ?? columns.names,
    [offers, columns.names],
  );
  const { exportOf, error } = useListExport(list, { name: file, filters, count: rows.total });
  // The rows come in their order: a book of so many is put in order where it is read.
  const order = {
    by: keyOf !== undefined && rows.ended ? sort : GIVEN,
    columns: list.sort,
    onSort: keyOf !== undefined && rows.ended ? sortBy : undefined,
    later: keyOf !== undefined && !rows.ended,
  };
  return {
    list,
    state,
    account,
    filterKey,
    rows,
    selection,
    columns,
    names,
    offers,
    order,
    grid,
    drawer,
    exportOf,
    error,
    place: useListPlace(),
  };
}
export type LongList<F extends object, R extends ListRow, S extends ListSums, M = unknown> = ReturnType<
  typeof useLongList<F, R, S, M>
>;
