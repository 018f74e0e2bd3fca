'use client';

import { type MouseEvent, type RefObject, useEffect, useId, useMemo, useRef } from 'react';
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
  /** The rows stand in a page that scrolls as a whole. */
  flows?: boolean;
};

/** Rows of skeleton while nothing was read. */
const FIRST_LOAD = 40;

/** State and handlers of the grid: places of rows, the keyboard's row, keys and presses. */
export function useGrid<R extends ListRow, S extends ListSums>(options: GridOptions<R, S>) {
  const { rows, selection, open, onOpen, onEscape, onSearch, handle, flows = false } = options;
  const gridId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useMemo(() => scrollerOf(frame, flows), [flows]);
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
  // Beside a drawer rows are taller, and what stands above them too: the open one stays in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record and each height
  useEffect(() => {
    if (open !== null) virtual.scrollTo(cursor.active);
  }, [open, heights.row]);
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

/** Looked up where it is asked for: a page's own element is not known yet when its rows are first drawn. */
function scrollerOf(frame: RefObject<HTMLElement | null>, flows: boolean): RefObject<HTMLElement | null> {
  return {
    get current() {
      return flows ? (frame.current?.closest<HTMLElement>('[data-region=page]') ?? null) : frame.current;
    },
  };
}
