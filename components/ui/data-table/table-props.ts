import type { ReactNode, RefObject } from 'react';
import type { Column } from '#lib/list/list.ts';
import type { DayHeader, RowPages } from '#lib/list/pages.ts';
import type { Cell } from './table-row.tsx';
import type { GridHandle } from './use-cursor.ts';
import type { KeptPlace } from './use-stored-place.ts';
import type { Sorting } from './use-table-model.ts';

export type Row = { readonly id: string };

/** How a record opens: beside the list, or as a page of its own. */
export type Opening<R> =
  | { open: string | null; onOpen: (id: string) => void }
  | { href: (row: R) => string; title?: (row: R) => string };

export type TableWords = {
  label: string;
  /** Words shown while rows are read. */
  loading: string;
  column: (name: string) => ReactNode;
};

export type TableSelection<R> = {
  ids: ReadonlySet<string>;
  toggle: (row: R) => void;
  add: (rows: Iterable<R>) => void;
  clear: () => void;
  /** Name of a row, in the label of its box. */
  nameOf: (row: R) => string;
};

/** A result that is scrolled through: rows have one height and are drawn where they are in sight, read or not. */
export type Windowed<R, S> = {
  rows: {
    book: RowPages<R>;
    /** None where the rows stand in another order than by time. */
    days: readonly DayHeader<S>[];
    count: number;
    total: number | null;
    asOf: string | null;
    ended: boolean;
    loading: boolean;
    error: unknown;
    /** Ids of rows that the operator has just taken in. */
    arrived: ReadonlySet<string>;
    /** Reads on until this row is there. */
    reach: (lastVisible: number) => void;
  };
  /** What a day's rows come to. */
  day: (sums: S) => ReactNode;
  handle?: RefObject<GridHandle | null>;
  /** The rows stand in a page that scrolls as a whole. */
  flows?: boolean | undefined;
};

export type TableProps<R extends Row> = {
  columns: Readonly<Record<string, Column>>;
  /** Those that stand on this page, in their order; all without. */
  names?: readonly string[] | undefined;
  words: TableWords;
  cell: Cell<R>;
  opening?: Opening<R> | undefined;
  selection?: TableSelection<R> | undefined;
  sorting?: Sorting<R> | undefined;
  /** Rows of bars while it is read. */
  waiting?: number;
  /** Not done yet: the line below the row is dashed. */
  waits?: (row: R) => boolean;
  /** Moves nothing: the row is grey. */
  dim?: (row: R) => boolean;
  /** Content above a row: the head of its day. */
  before?: (row: R) => ReactNode;
  /** Content below a row: the foot of its day. */
  after?: (row: R) => ReactNode;
  className?: string | undefined;
  /** Its rows have two lines already under 56 rem, in an order of their own (`className`). */
  twoLines?: boolean;
  /** Where the operator was on this list before. */
  place?: KeptPlace | undefined;
};
