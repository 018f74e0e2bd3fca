'use client';

import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { Opening, Row, TableSelection } from './table-props.ts';
import { type Cursor, copiedByKey, type GridHandle, rowKeys } from './use-cursor.ts';
import type { Window } from './use-window.ts';

type Options<R> = {
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
export function useTableActions<R extends Row>(options: Options<R>) {
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
  useImperativeHandle(handle, () => ({
    step,
    toggle: () => toggle(cursor.active),
    toTop: view.toTop,
    focusRow: () => void go(cursor.active),
  }));
  /** Actions of keys while a row of a grid has the focus. */
  const keys = lookupTable<(event: KeyboardEvent) => unknown>({
    ArrowDown: ({ shiftKey }) => (shiftKey ? extend(step(1)) : step(1)),
    ArrowUp: ({ shiftKey }) => (shiftKey ? extend(step(-1)) : step(-1)),
    PageDown: () => step(view.screen()),
    PageUp: () => step(-view.screen()),
    Home: () => go(0),
    End: () => go(view.reachable - 1),
    Enter: () => openAt(cursor.active),
    ' ': () => toggle(cursor.active),
  });
  const gridKeys = (event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (!(target instanceof Element && target.matches('tr'))) return;
    const modified = altKey || ctrlKey || metaKey;
    const act = modified ? (key === 'a' && !altKey ? all : undefined) : keys[key];
    if (act === undefined) return;
    event.preventDefault();
    act(event);
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
        } else if (grid) gridKeys(event);
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
