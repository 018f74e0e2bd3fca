'use client';

import { useMemo } from 'react';
import type { List } from '#lib/list/list.ts';
import { useSort } from '../use-sort.ts';
import { sortedRows } from './sorted-rows.ts';

/** Orders of a list: Guichê sorts by keys once it read every row, else the answering service sorts. */
export type Sorts<R> = {
  list: Pick<List, 'sort'>;
  keyOf?: (row: R, column: string) => number | string | null;
  /** The usual order is rising. */
  rises?: boolean;
};
const NONE: Sorts<unknown> = { list: { sort: [] } };

/** The rows as the address wants them; as the provider gives them while some are unread, unless it was asked for that. */
export function useSortedRows<R>(rows: readonly R[] | undefined, whole: boolean, sorts: Sorts<R> = NONE) {
  const { list, keyOf, rises } = sorts;
  const { sort, given, sortBy } = useSort(list, rises);
  const can = whole || keyOf === undefined;
  const sorted = can && !given ? sort : null;
  const shown = useMemo(
    () =>
      rows === undefined || sorted === null || keyOf === undefined
        ? rows
        : sortedRows(rows, (row) => keyOf(row, sorted.by), sorted.falling),
    [rows, sorted, keyOf],
  );
  const [first] = list.sort;
  if (first === undefined) return { rows: shown };
  return {
    rows: shown,
    sort: sorted ?? { by: first, falling: !rises },
    ...(can ? { sortBy: { columns: list.sort, run: sortBy } } : {}),
  };
}
