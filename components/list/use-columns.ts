'use client';

import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { sanitize } from '#components/ui/data-table/columns.ts';
import type { Sorting } from '#components/ui/data-table/use-table-model.ts';
import { initialColumns, type List } from '#lib/list/list.ts';
import type { Sort } from '#lib/list/pages.ts';

/** The columns on screen, where they can be chosen. */
export type ShownColumns = {
  names: readonly string[];
  choose: (next: readonly string[]) => void;
  nameOf: (column: string) => ReactNode;
};

/** The same with their words, for the list's settings and views. */
export function useShownColumns(list: List, account: string, nameOf: ShownColumns['nameOf']): ShownColumns {
  const [names, choose] = useColumns(list, account);
  return { names, choose, nameOf };
}

/** The chosen columns, remembered in this browser for each list and account. */
export function useColumns<C extends string>(list: List<C>, account: string) {
  const [columns, setColumns] = useState(() => initialColumns(list));
  const key = `guiche.${list.name}.columns.${account}`;
  useEffect(() => setColumns(remembered(list, key)), [list, key]);
  const choose = useCallback(
    (next: readonly string[]) => {
      const clean = sanitize(list, next);
      setColumns(clean);
      try {
        localStorage.setItem(key, JSON.stringify(clean));
      } catch {
        // A browser without storage forgets the choice; nothing else is lost.
      }
    },
    [list, key],
  );
  return [columns, choose] as const;
}

function remembered<C extends string>(list: List<C>, key: string): readonly C[] {
  try {
    const text = localStorage.getItem(key);
    return text === null ? initialColumns(list) : sanitize(list, JSON.parse(text));
  } catch {
    return initialColumns(list);
  }
}

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
