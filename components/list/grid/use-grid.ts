'use client';

import { type MouseEvent, type RefObject, useEffect, useId, useRef } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import type { ListRow, ListSums } from '#lib/list/pages.ts';
import type { Rows } from '../use-rows.ts';
import type { Selection } from '../use-selection.ts';
import { useGridCursor } from './use-grid-cursor.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useRowHeights } from './use-row-heights.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

export type GridHandle = { toTop: () => void; focusRow: () => void };

export type GridOptions<R extends ListRow, S extends ListSums> = {
  rows: Rows<R, S>;
  selection: Pick<Selection<R>, 'ids' | 'toggle' | 'extend' | 'all' | 'clear'>;
  /** Id of the record in the drawer. */
  open: string | null;
  onOpen: (id: string) => void;
  onEscape: () => void;
  onSearch?: () => void;
  handle: RefObject<GridHandle | null>;
  /** What scrolls, where more than the rows does; without it the grid itself. */
  room?: RefObject<HTMLElement | null>;
};

/** Rows of skeleton while nothing was read. */
const FIRST_LOAD = 40;

/** What the grid draws and does: places of rows, the keyboard's row, keys and presses. */
export function useGrid<R extends ListRow, S extends ListSums>(options: GridOptions<R, S>) {
  const { rows, selection, open, onOpen, onEscape, onSearch, handle, room } = options;
  const gridId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const scroller = room ?? frame;
  const probes = useRef<HTMLDivElement>(null);
  const { density } = useSession().session.preferences;
  const heights = useRowHeights(probes, density);
  const count = rows.loading ? FIRST_LOAD : rows.count;
  const cursor = useGridCursor({ gridId, count, open, book: rows.book, onOpen });
  const virtual = useVirtualRows({ scroller, frame, count, days: rows.days, heights, active: cursor.active });
  const { reach } = rows;
  useEffect(() => {
    cursor.bind(virtual.scrollTo);
    handle.current = {
      toTop: virtual.toTop,
      focusRow: cursor.focus,
    };
  });
  useEffect(() => reach(virtual.lastVisible), [reach, virtual.lastVisible]);
  const onKeyDown = useGridKeys({
    by: cursor.step,
    first: () => cursor.go(0),
    last: () => cursor.go(virtual.count - 1),
    open: () => cursor.openAt(cursor.active),
    toggle: () => selection.toggle(cursor.active),
    extend: (by) => selection.extend(cursor.step(by)),
    all: selection.all,
    escape: onEscape,
    search: onSearch,
    screen: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 600) / heights.row) - 2),
  });
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target : null;
    const index = Number(target?.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);
    if (index < 0) return;
    cursor.place(index);
    const pick = target?.closest('[data-pick]') !== null;
    if (pick && event.shiftKey) selection.extend(index);
    else if (pick) selection.toggle(index);
    else if (window.getSelection()?.isCollapsed !== false) cursor.openAt(index);
  };
  return { gridId, frame, probes, count, active: cursor.active, virtual, onKeyDown, onClick };
}
