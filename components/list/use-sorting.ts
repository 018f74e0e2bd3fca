'use client';

import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import type { Sorting } from '#components/ui/data-table/use-table-model.ts';
import type { List } from '#lib/list/list.ts';
import type { Sort } from '#lib/list/pages.ts';

const order = parseAsStringLiteral(['asc', 'desc']);

/**
 * How the rows stand, from the address; without it as they are given, the first of `list.sort` falling (`rises`: not so).
 */
export function useSort<C extends string>(list: Pick<List<C>, 'sort'>, rises = false) {
  const [first] = list.sort;
  const parsers = { sort: parseAsStringLiteral(list.sort), order };
  const [read, write] = useQueryStates(parsers, { history: 'replace' });
  const by = read.sort ?? first ?? '';
  const falling = read.order === null ? by !== first || !rises : read.order === 'desc';
  // The same as long as it says the same: rows are put in order anew with each.
  const sort: Sort = useMemo(() => ({ by, falling }), [by, falling]);
  const given = by === first && falling !== rises;
  const sortBy = useCallback(
    (column: string) => {
      const usual = column !== first || !rises;
      const next = by === column ? !falling : usual;
      const own = list.sort.find((one) => one === column) ?? null;
      // The order may be finer than its column says: another press keeps it.
      const moved = by === column ? {} : { sort: own === first ? null : own };
      write({ ...moved, order: next === usual ? null : next ? 'desc' : 'asc' });
    },
    [list, first, rises, by, falling, write],
  );
  return { sort, given, sortBy };
}

/** Orders of a list: the table sorts by keys once every row was read, else the answering service sorts. */
export type Sorts<R> = {
  list: Pick<List, 'sort'>;
  keyOf?: ((row: R, column: string) => number | string | null) | undefined;
  /** The usual order is rising. */
  rises?: boolean | undefined;
};
const NONE: Pick<List, 'sort'> = { sort: [] };

/** The order that the address asks for; as the provider gives the rows while some are unread, unless it was asked for that. */
export function useSorting<R>(sorts: Sorts<R> | undefined, whole: boolean): Sorting<R> | undefined {
  const { list = NONE, keyOf, rises } = sorts ?? {};
  const { sort, given, sortBy } = useSort(list, rises);
  const can = whole || keyOf === undefined;
  const [first] = list.sort;
  return useMemo(() => {
    if (first === undefined) return undefined;
    return {
      by: can && !given ? sort : { by: first, falling: !rises },
      columns: list.sort,
      onSort: can ? sortBy : undefined,
      later: !can,
      keyOf: can && !given ? keyOf : undefined,
    };
  }, [first, list, can, given, sort, sortBy, rises, keyOf]);
}
