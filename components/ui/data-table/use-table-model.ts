'use client';

import {
  columnVisibilityFeature,
  createSortedRowModel,
  functionalUpdate,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column } from '#lib/list/list.ts';
import type { Sort } from '#lib/list/pages.ts';

/** The sort order of a table, and what a press on a column head does. */
export type Sorting<R> = {
  /** The current order; absent where no head shows one. */
  by: Sort | undefined;
  /** Sortable columns. */
  columns: readonly string[];
  /** Absent while the rows cannot be sorted. */
  onSort?: ((column: string) => void) | undefined;
  /** True where the rows become sortable once all of them were read. */
  later?: boolean;
  /** With it the table itself sorts, rows without a key last; without it the server has sorted. */
  keyOf?: ((row: R, column: string) => number | string | null) | undefined;
};

type Row = { readonly id: string };
type Options<R extends Row> = {
  columns: Readonly<Record<string, Column>>;
  names: readonly string[];
  rows: readonly R[];
  sorting: Sorting<R> | undefined;
};

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
});
const idOf = (row: Row) => row.id;

/** Visible columns and sorted rows. */
export function useTableModel<R extends Row>({ columns, names, rows, sorting }: Options<R>) {
  const { by, columns: sortable = [], onSort, keyOf } = sorting ?? {};
  const definitions = useMemo(
    () =>
      Object.keys(columns).map((id) => ({
        id,
        accessorFn: (row: R) => keyOf?.(row, id) ?? undefined,
        sortFn: 'basic' as const,
        sortUndefined: 'last' as const,
        enableSorting: onSort !== undefined && sortable.includes(id),
      })),
    [columns, keyOf, onSort, sortable],
  );
  const visible = useMemo(
    () => Object.fromEntries(Object.keys(columns).map((id) => [id, names.includes(id)])),
    [columns, names],
  );
  const state = useMemo(() => (by === undefined ? [] : [{ id: by.by, desc: by.falling }]), [by]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: idOf,
    enableSortingRemoval: false,
    manualSorting: keyOf === undefined,
    state: { sorting: state, columnVisibility: visible },
    onSortingChange: (updater: Updater<typeof state>) => {
      const [next] = functionalUpdate(updater, state);
      if (next) onSort?.(next.id);
    },
  });
  return {
    columns: table.getVisibleLeafColumns(),
    rows: table.getRowModel().rows,
  };
}
