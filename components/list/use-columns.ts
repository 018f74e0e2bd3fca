import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { sanitize } from '#components/ui/data-table/columns.ts';
import type { Sorting } from '#components/ui/data-table/table-props.ts';
import { storeText, tryStorage } from '#components/ui/storage.ts';
import { initialColumns, type List } from '#lib/list/list.ts';
import type { Sort } from '#lib/list/pages.ts';

/** The chosen columns, stored in this browser per list and account. */
export function useShownColumns(list: List, account: string, nameOf: (column: string) => ReactNode) {
  const [names, setNames] = useState(() => initialColumns(list));
  const key = `guiche.${list.name}.columns.${account}`;
  useEffect(() => setNames(storedColumns(list, key)), [list, key]);
  const choose = useCallback(
    (next: readonly string[]) => {
      const clean = sanitize(list, next);
      setNames(clean);
      storeText(key, JSON.stringify(clean));
    },
    [list, key],
  );
  return { names, choose, nameOf };
}
export type ShownColumns = ReturnType<typeof useShownColumns>;

function storedColumns(list: List, key: string): readonly string[] {
  const stored = tryStorage(() => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown);
  return sanitize(list, stored);
}

const order = parseAsStringLiteral(['asc', 'desc']);

/** The sort order in the URL; else the first column of `list.sort`, falling unless it `rises`. */
export function useSort<C extends string>(list: Pick<List<C>, 'sort'>, rises = false) {
  const [first] = list.sort;
  const parsers = { sort: parseAsStringLiteral(list.sort), order };
  const [read, write] = useQueryStates(parsers, { history: 'replace' });
  const by = read.sort ?? first ?? '';
  const falling = read.order === null ? by !== first || !rises : read.order === 'desc';
  // Memoized: every new object sorts the rows again.
  const sort: Sort = useMemo(() => ({ by, falling }), [by, falling]);
  const isProviderOrder = by === first && falling !== rises;
  const sortBy = useCallback(
    (column: string) => {
      const usual = column !== first || !rises;
      const next = by === column ? !falling : usual;
      const own = list.sort.find((one) => one === column) ?? null;
      // The sort key may be finer than the column; another press keeps it.
      const moved = by === column ? {} : { sort: own === first ? null : own };
      write({ ...moved, order: next === usual ? null : next ? 'desc' : 'asc' });
    },
    [list, first, rises, by, falling, write],
  );
  return { sort, isProviderOrder, sortBy };
}

/** A list's sort orders. With `keyOf` the table sorts once all rows are read; else the server. */
export type Sorts<R> = {
  list: Pick<List, 'sort'>;
  keyOf?: ((row: R, column: string) => number | string | null) | undefined;
  /** The default order is ascending. */
  rises?: boolean | undefined;
};

const NONE: Pick<List, 'sort'> = { sort: [] };

/** The order requested in the URL. While rows are unread and the table sorts, it is the provider's order. */
export function useSorting<R>(sorts: Sorts<R> | undefined, whole: boolean): Sorting<R> | undefined {
  const { list = NONE, keyOf, rises } = sorts ?? {};
  const { sort, isProviderOrder, sortBy } = useSort(list, rises);
  const can = whole || keyOf === undefined;
  const [first] = list.sort;
  return useMemo(() => {
    if (first === undefined) return undefined;
    const isOther = can && !isProviderOrder;
    return {
      by: isOther ? sort : { by: first, falling: !rises },
      columns: list.sort,
      onSort: can ? sortBy : undefined,
      later: !can,
      keyOf,
      sorted: !isOther,
    };
  }, [first, list, can, isProviderOrder, sort, sortBy, rises, keyOf]);
}
