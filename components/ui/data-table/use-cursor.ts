'use client';

import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { lookupTable } from '#lib/core/lookup-table.ts';

/** Lets the page move the grid's keyboard row. */
export type GridHandle = {
  /** Moves the keyboard row by this many rows; an open drawer shows the new row. */
  step: (rows: number) => void;
  toggle: () => void;
  toTop: () => void;
  /** Gives the focus (back) to the keyboard row. */
  focusRow: () => void;
};

type CursorOptions = {
  gridId: string;
  count: number;
  /** Id of the record in the drawer. */
  open: string | null;
  indexOf: (id: string) => number;
};

/** One row of a grid is in the tab order, and the focus follows it. */
export function useCursor({ gridId, count, open, indexOf }: CursorOptions) {
  const [active, setActive] = useState(0);
  const focusWanted = useRef(false);
  const followed = useRef<string | null>(null);
  const last = Math.max(0, count - 1);
  const current = Math.min(active, last);
  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    document.getElementById(`${gridId}-${current}`)?.focus({ preventScroll: true });
  });
  // A record can be opened from elsewhere (the drawer, a link): the cursor follows once per record.
  useEffect(() => {
    if (open === followed.current) return;
    const index = open === null ? -1 : indexOf(open);
    if (index >= 0) setActive(index);
    if (index >= 0 || open === null) followed.current = open;
  }, [open, indexOf]);
  /** Moves the keyboard row and the focus to the index, within the rows; returns the resulting index. */
  const go = (index: number): number => {
    const next = Math.min(Math.max(index, 0), last);
    focusWanted.current = true;
    setActive(next);
    return next;
  };
  return { active: current, place: setActive, go };
}
export type Cursor = ReturnType<typeof useCursor>;

type Pressed = Pick<KeyboardEvent, 'preventDefault'>;

/**
 * Moves the focus by this many rows through the rows that open by their text (`row-open`), over all tables of
 * the page. Without a focused row it starts from the open row, else at the first.
 */
export function stepRows(event: Pressed, by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main .row-open')];
  if (rows.length === 0) return;
  event.preventDefault();
  const focused = rows.findIndex((row) => row.matches(':focus'));
  // With the focus in a drawer, continue from the drawer's row.
  const opened = rows.findIndex((row) => row.getAttribute('aria-expanded') === 'true');
  const at = focused >= 0 ? focused : opened;
  const next = rows[Math.min(Math.max(at < 0 ? 0 : at + by, 0), rows.length - 1)];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest' });
}

const STEPS = lookupTable<number>({
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
});

/** Arrows, Home and End in a table whose rows open. */
export function rowKeys(event: KeyboardEvent): void {
  const by = STEPS[event.key];
  if (by !== undefined && event.target instanceof Element && event.target.matches('.row-open'))
    stepRows(event, by);
}

/** The element that Ctrl+C copies: the first copyable cell of the row; null where text is selected. */
export function copiedByKey({ key, ctrlKey, metaKey, target }: KeyboardEvent): HTMLElement | null {
  if (key !== 'c' || !(ctrlKey || metaKey) || getSelection()?.isCollapsed === false) return null;
  const row = target instanceof Element ? target.closest('tr') : null;
  return row?.querySelector<HTMLElement>('[data-copy]') ?? null;
}

/** Stores how far (px) a list was scrolled when the operator left it. */
export type StoredPlace = { read: () => number; write: (px: number) => void };

/** Commits to retry in, because rows may not have their heights yet. */
const TRIES = 6;

/** Restores the operator's scroll position, and stores it when they leave. */
export function useStoredPlace(
  table: RefObject<HTMLElement | null>,
  place: StoredPlace | undefined,
  isLoaded: boolean,
) {
  const wanted = useRef<{ px: number; tries: number } | null>(null);
  useLayoutEffect(() => {
    if (place === undefined || !isLoaded) return;
    wanted.current = { px: place.read(), tries: TRIES };
    const box = scrollerOf(table.current);
    return () => {
      if (box !== null) place.write(box.scrollTop);
    };
  }, [table, place, isLoaded]);
  useLayoutEffect(() => {
    const box = scrollerOf(table.current);
    const { px, tries } = wanted.current ?? { px: 0, tries: 0 };
    if (px === 0 || tries === 0 || box === null) return;
    box.scrollTop = px;
    wanted.current = Math.abs(box.scrollTop - px) < 1 ? null : { px, tries: tries - 1 };
  });
}

/** The nearest scrolling ancestor; on a phone that is the document. */
function scrollerOf(element: Element | null): Element | null {
  for (let up = element?.parentElement ?? null; up !== null; up = up.parentElement)
    if (/auto|scroll/.test(getComputedStyle(up).overflowY)) return up;
  return document.scrollingElement;
}
