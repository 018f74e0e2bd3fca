import type { ReactNode, RefObject } from 'react';
import type { Column } from '#lib/list/list.ts';
import type { DayHeader, RowPages, Sort } from '#lib/list/pages.ts';
import type { Cell } from './table-row.tsx';
import type { GridHandle, StoredPlace } from './use-cursor.ts';

export type Row = { readonly id: string };

/** The sort order of a table, and what a press on a column head does. */
export type Sorting<R> = {
  /** The current order; absent where no head shows one. */
  by: Sort | undefined;
  columns: readonly string[];
  /** Absent while the rows cannot be sorted. */
  onSort?: ((column: string) => void) | undefined;
  /** True where the rows become sortable once all of them were read. */
  later?: boolean;
  /** With it the table itself sorts, rows without a key last; without it the server has sorted. */
  keyOf?: ((row: R, column: string) => number | string | null) | undefined;
  /** The rows are in this order already. TanStack caches keys by row, so `keyOf` stays the same meanwhile. */
  sorted?: boolean;
};

/** How a record opens: in a drawer next to the list, or as its own page. */
export type Opening<R> =
  | { open: string | null; onOpen: (id: string) => void }
  | { href: (row: R) => string; title?: (row: R) => string };

export type TableLabels = {
  label: string;
  /** Label while rows are read; absent: the same. */
  loading?: string;
  column: (name: string) => ReactNode;
};

export type TableSelection<R> = {
  ids: ReadonlySet<string>;
  toggle: (row: R) => void;
  add: (rows: Iterable<R>) => void;
  clear: () => void;
  /** Name of a row, for its checkbox's label. */
  nameOf: (row: R) => string;
};

/** A result that people scroll through as a whole: rows of one height, rendered only while visible. */
export type Windowed<R, S> = {
  rows: {
    book: RowPages<R>;
    /** Empty where the rows are not ordered by time. */
    days: readonly DayHeader<S>[];
    count: number;
    total: number | null;
    asOf: string | null;
    ended: boolean;
    loading: boolean;
    error: unknown;
    /** Ids of rows that the last refresh brought, highlighted for a moment. */
    arrived: ReadonlySet<string>;
    /** Reads further pages until this row is read. */
    reach: (lastVisible: number) => void;
  };
  /** Renders the sums of a day's rows. */
  day: (sums: S) => ReactNode;
  handle?: RefObject<GridHandle | null>;
  /** The whole page scrolls, not only the table. */
  flows?: boolean | undefined;
};

export type TableProps<R extends Row> = {
  columns: Readonly<Record<string, Column>>;
  /** The columns shown on this page, in order; absent: all. */
  names?: readonly string[] | undefined;
  labels: TableLabels;
  cell: Cell<R>;
  opening?: Opening<R> | undefined;
  selection?: TableSelection<R> | undefined;
  sorting?: Sorting<R> | undefined;
  /** Number of placeholder rows while the list is read. */
  waiting?: number;
  /** Not done yet: the line below the row is dashed. */
  waits?: (row: R) => boolean;
  /** No money moves: the row is grey. */
  dim?: (row: R) => boolean;
  /** Content above a row: the head of its day. */
  before?: (row: R) => ReactNode;
  /** Content below a row: the foot of its day. */
  after?: (row: R) => ReactNode;
  className?: string | undefined;
  /** Rows are stacked already below 56 rem, in an order set by `className`. */
  twoLines?: boolean;
  /** The scroll position the operator last had on this list. */
  place?: StoredPlace | undefined;
};
