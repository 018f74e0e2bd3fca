import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import type { GridHandle } from '#components/ui/data-table/use-cursor.ts';
import type { List } from '#lib/list/list.ts';
import type { ListRow, ListSums } from '#lib/list/pages.ts';
import { toQuery } from '#lib/list/parsers.ts';
import type { RowQueries } from '#lib/list/row-queries.ts';
import type { Values } from './filters/typed.ts';
import type { FilterState } from './filters/use-list-filters.ts';
import { useListTools } from './list-panel.tsx';
import { useListPlace } from './list-rows.tsx';
import { useSelection } from './selection-bar.tsx';
import { useSort } from './use-columns.ts';
import { useOpen } from './use-drawer-route.ts';
import { useRows } from './use-rows.ts';

type Of<F extends Values, R extends ListRow, S extends ListSums, M> = {
  list: List;
  queries: RowQueries<F, R, S, M>;
  state: FilterState<F>;
  /** First part of the file name, before account and period. */
  file: string;
  column: (name: string) => string;
  /** The columns that can be shown now; absent: all. */
  offers?: readonly string[];
  /** Sort key of a row; absent: rows stay in the provider's order. */
  keyOf?: (row: R, column: string) => number | null;
};
const PROVIDER_ORDER = { by: 'time', falling: true };
const unordered = () => null;

/** A faster answer replaces the old rows directly; a placeholder in between would only flash. */
const PATIENCE_MS = 80;

/**
 * Reads the rows of the chosen filters. Returns the filters to render: the chosen ones once they are answered
 * or `PATIENCE_MS` have passed, until then the previous ones.
 */
function useAnswered<F extends object, R extends ListRow, S extends ListSums, M>(
  queries: RowQueries<F, R, S, M>,
  account: string,
  filters: F,
): F {
  const [renderedFilters, setRendered] = useState(filters);
  const { isPending } = useInfiniteQuery(queries.rows(account, filters));
  useEffect(() => {
    if (!isPending) return setRendered(filters);
    const timer = setTimeout(() => setRendered(filters), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [filters, isPending]);
  return isPending ? renderedFilters : filters;
}

/** State shared by the parts of a long list: its rows and the open record. */
export function useLongList<F extends Values, R extends ListRow, S extends ListSums, M = unknown>({
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
  const { open, show, close: leave } = useOpen();
  // Closing returns the focus to the row.
  const close = useCallback(() => {
    leave();
    grid.current?.focusRow();
  }, [leave]);
  const { sort, isProviderOrder, sortBy } = useSort(list);
  const renderedFilters = useAnswered(queries, account, filters);
  const filterKey = JSON.stringify(toQuery(renderedFilters));
  const rows = useRows({
    queries,
    account,
    filters: renderedFilters,
    keyOf: keyOf ?? unordered,
    sort: isProviderOrder || keyOf === undefined ? null : sort,
    still: open !== null,
    onRefreshed: () => grid.current?.toTop(),
  });
  const selection = useSelection<R>(filterKey);
  const tools = useListTools({ list, state, file, offers, column, count: rows.total, now: rows.asOf });
  // Rows arrive sorted; `useRows` sorts a book of this size.
  const order = {
    by: keyOf !== undefined && rows.ended ? sort : PROVIDER_ORDER,
    columns: list.sort,
    onSort: keyOf !== undefined && rows.ended ? sortBy : undefined,
    later: keyOf !== undefined && !rows.ended,
  };
  return {
    ...tools,
    state,
    account,
    filterKey,
    rows,
    selection,
    order,
    grid,
    drawer: { open, show, close },
    place: useListPlace(),
  };
}
export type LongList<F extends Values, R extends ListRow, S extends ListSums, M = unknown> = ReturnType<
  typeof useLongList<F, R, S, M>
>;
