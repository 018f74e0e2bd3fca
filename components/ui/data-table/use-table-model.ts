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
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Column } from '#lib/list/list.ts';
import type { Sort } from '#lib/list/pages.ts';
import type { Opening, TableSelection } from './table-props.ts';
import { type Cursor, copiedByKey, type GridHandle, pressInGrid, rowKeys, useHandle } from './use-cursor.ts';
import type { Window } from './use-window.ts';

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

type ActionOptions<R> = {
  grid: boolean;
  at: (index: number) => R | undefined;
  read: number;
  cursor: Cursor;
  view: Window;
  opening: Opening<R> | undefined;
  open: string | null;
  selection: TableSelection<R> | undefined;
  handle: RefObject<GridHandle | null> | undefined;
};

/** Handles keys and presses for a whole table, so that rows have no handlers of their own. */
export function useTableActions<R extends { readonly id: string }>(options: ActionOptions<R>) {
  const { grid, at, read, cursor, view, opening, open, selection, handle } = options;
  const anchor = useRef(0);
  const [hovered, setHovered] = useState(-1);
  const openAt = (index: number) => {
    const row = at(index);
    if (row !== undefined && opening && 'onOpen' in opening) opening.onOpen(row.id);
  };
  const toggle = (index: number) => {
    const row = at(index);
    if (row === undefined) return;
    anchor.current = index;
    selection?.toggle(row);
  };
  /** Selects from the row toggled last to this one. */
  const extend = (index: number) => selection?.add(between(at, anchor.current, index));
  const all = () => selection?.add(between(at, 0, read - 1));
  const go = (index: number) => {
    const next = cursor.go(index);
    view.scrollTo(next);
    return next;
  };
  /** An open drawer shows the record of the new row. */
  const step = (rows: number) => {
    const next = go(cursor.active + rows);
    if (open !== null) openAt(next);
    return next;
  };
  useHandle(handle, {
    step,
    toggle: () => toggle(cursor.active),
    toTop: view.toTop,
    focusRow: () => void go(cursor.active),
  });
  const keys = {
    by: step,
    first: () => go(0),
    last: () => go(view.reachable - 1),
    open: () => openAt(cursor.active),
    toggle: () => toggle(cursor.active),
    extend: (by: number) => extend(step(by)),
    all,
    screen: view.screen,
  };
  return {
    hovered,
    all,
    handlers: {
      onKeyDown: (event: KeyboardEvent) => {
        const cell = copiedByKey(event);
        if (cell !== null) {
          event.preventDefault();
          void navigator.clipboard.writeText(cell.dataset.copy ?? '');
        } else if (grid) pressInGrid(event, keys);
        else rowKeys(event);
      },
      onClick: (event: MouseEvent) => {
        const target = event.target as Element;
        const index = indexAt(target);
        if (index < 0) return;
        if (grid) cursor.place(index);
        if (target.closest('[data-pick]') !== null) return event.shiftKey ? extend(index) : toggle(index);
        const pressed = target.closest('a, button, input, label, summary');
        if (pressed?.matches('.row-open') || (pressed === null && getSelection()?.isCollapsed !== false))
          openAt(index);
      },
      onMouseDown: (event: MouseEvent) => {
        // A press on the copy button leaves the focus on the row.
        if ((event.target as Element).closest('[data-cell-copy]') !== null) event.preventDefault();
      },
      onPointerOver: ({ pointerType, target }: PointerEvent) =>
        setHovered(pointerType === 'touch' ? -1 : indexAt(target as Element)),
      onPointerLeave: () => setHovered(-1),
    },
  };
}

function* between<R>(at: (index: number) => R | undefined, one: number, other: number): Generator<R> {
  for (let index = Math.min(one, other); index <= Math.max(one, other); index += 1) {
    const row = at(index);
    if (row !== undefined) yield row;
  }
}

const indexAt = (target: Element) =>
  Number(target.closest<HTMLElement>('tr[data-index]')?.dataset.index ?? -1);
