'use client';

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListRow, RowBook } from '#lib/list/pages.ts';

type Options<R> = {
  gridId: string;
  count: number;
  /** Id of the record in the drawer. */
  open: string | null;
  book: RowBook<R>;
  onOpen: (id: string) => void;
};

/** The row that the keyboard is on: one row of the grid takes part in the tab order, and the focus follows it. */
export function useGridCursor<R extends ListRow>({ gridId, count, open, book, onOpen }: Options<R>) {
  const [active, setActive] = useState(0);
  const focusWanted = useRef(false);
  const scrollTo = useRef<(index: number) => void>(() => {});
  const last = Math.max(0, count - 1);
  const current = Math.min(active, last);

  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    document.getElementById(`${gridId}-${current}`)?.focus({ preventScroll: true });
  });
  useFollow(open, book, setActive);

  const go = (index: number): number => {
    const next = Math.min(Math.max(index, 0), last);
    focusWanted.current = true;
    setActive(next);
    scrollTo.current(next);
    return next;
  };
  const openAt = (index: number) => {
    const row = book.at(index);
    if (row !== undefined) onOpen(row.id);
  };
  return {
    active: current,
    /** The cursor goes where the pointer was, without scrolling. */
    place: setActive,
    /** The row's element gets the focus (back), where it is drawn. */
    focus: () => go(current),
    go,
    openAt,
    /** With a record in the drawer the drawer goes along. */
    step: (rows: number): number => {
      const next = go(current + rows);
      if (open !== null) openAt(next);
      return next;
    },
    bind: (scroll: (index: number) => void) => {
      scrollTo.current = scroll;
    },
  };
}

/** Opened from elsewhere (previous and next in the drawer, a link): the cursor follows, once for each. */
function useFollow(
  open: string | null,
  book: Pick<RowBook<unknown>, 'indexOf'>,
  setActive: (index: number) => void,
): void {
  const followed = useRef<string | null>(null);
  useEffect(() => {
    if (open === followed.current) return;
    const index = open === null ? -1 : book.indexOf(open);
    if (index >= 0) setActive(index);
    if (index >= 0 || open === null) followed.current = open;
  }, [open, book, setActive]);
}
