'use client';

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { lastAtMost } from '#lib/list/pages.ts';

/** Browsers lose precision, then rows, in taller boxes (Firefox at 17.8 million px). */
const TALLEST = 15_000_000;
const OVERSCAN = 6;
/** On the server, and before the screen is measured, so many px of the table are drawn. */
const FIRST_VIEW = { width: 0, height: 900 };

type Options = {
  enabled: boolean;
  /** Holds the table; it scrolls itself, or stands in the page, which does (`flows`). */
  frame: RefObject<HTMLDivElement | null>;
  table: RefObject<HTMLTableElement | null>;
  flows: boolean;
  count: number;
  /** First rows of the days, ascending: each has a line above it. */
  starts: readonly number[];
  /** The keyboard's row: always drawn, so that the focus is not lost. */
  active: number;
  /** Rows on paper: all of these are drawn. */
  printed: number | null;
};

export type DrawnRow = { index: number /** Px of rows left out above it. */; gap: number };

/** Which rows of the whole result are drawn, and how to scroll to others. */
export function useWindow(options: Options) {
  const { enabled, frame, table, flows, count, starts, active, printed } = options;
  const scrollerOf = useCallback(
    () => (flows ? (frame.current?.closest<HTMLElement>('[data-region=page]') ?? null) : frame.current),
    [flows, frame],
  );
  const sizes = useSizes(options, scrollerOf);
  const reachable = Math.min(count, Math.floor(TALLEST / sizes.row));
  const withDay = useMemo(() => new Set(starts), [starts]);
  const estimateSize = useCallback(
    (index: number) => sizes.row + (withDay.has(index) ? sizes.day : 0),
    [sizes.row, sizes.day, withDay],
  );
  // The library computes all places anew with another function of keys: sizes have changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const getItemKey = useMemo(() => (index: number) => index, [estimateSize]);
  const virtual = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    enabled,
    count: reachable,
    getScrollElement: scrollerOf,
    estimateSize,
    getItemKey,
    overscan: OVERSCAN,
    scrollMargin: sizes.above,
    scrollPaddingStart: sizes.head + sizes.day,
    initialRect: FIRST_VIEW,
    rangeExtractor: useCallback(
      (range: Range) => withRow(defaultRangeExtractor(range), active, range.count),
      [active],
    ),
  });
  const rows: DrawnRow[] = [];
  let drawnTo = sizes.above;
  if (printed === null)
    for (const { index, start, end } of virtual.getVirtualItems()) {
      rows.push({ index, gap: start - drawnTo });
      drawnTo = end;
    }
  else for (let index = 0; index < printed; index += 1) rows.push({ index, gap: 0 });
  const lastVisible = virtual.range?.endIndex ?? 0;
  useKeptPlaces({ virtual, scrollerOf, sizes, active });
  return {
    rows,
    /** Px of rows left out below the last one. */
    rest: printed === null ? virtual.getTotalSize() + sizes.above - drawnTo : 0,
    /** Rows that can be reached by scrolling. */
    reachable,
    lastVisible,
    /** The first row that the head leaves in sight. */
    firstVisible: (virtual.range?.startIndex ?? -1) + 1,
    rowHeight: sizes.row,
    pinned: usePinned({ virtual, scrollerOf, sizes, starts, enabled }),
    screen: () => Math.max(1, Math.floor((scrollerOf()?.clientHeight ?? 600) / sizes.row) - 2),
    scrollTo: (index: number) => virtual.scrollToIndex(index),
    toTop: () => {
      const box = scrollerOf();
      if (box !== null) box.scrollTop = Math.min(box.scrollTop, tableTop(table.current, box));
    },
  };
}
export type Window = ReturnType<typeof useWindow>;

function withRow(rows: number[], index: number, count: number): number[] {
  if (index >= count || rows.length === 0 || rows.includes(index)) return rows;
  return index < (rows[0] ?? 0) ? [index, ...rows] : [...rows, index];
}

/** Px of what scrolls away before the table does. */
function tableTop(table: HTMLElement | null, box: HTMLElement): number {
  if (table === null) return 0;
  const top = table.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientTop;
  return Math.round(top + box.scrollTop);
}

type Sizes = { row: number; day: number; head: number; above: number };
const GUESS: Sizes = { row: 28, day: 26, head: 26, above: 26 };

/**
 * Px of a row, of a day's line, of the head that stays in its place, and of all that stands before the first row. They
 * follow the density, the operator's text size and the table's width, so they are measured.
 */
function useSizes({ enabled, table, flows, count }: Options, scrollerOf: () => HTMLElement | null): Sizes {
  const [sizes, setSizes] = useState(GUESS);
  const rowsThere = count > 0;
  useLayoutEffect(() => {
    const element = table.current;
    const box = scrollerOf();
    if (!enabled || !rowsThere || element === null || box === null) return;
    const measure = () => {
      const heightOf = (selector: string) =>
        element.querySelector(selector)?.getBoundingClientRect().height ?? 0;
      const head = getComputedStyle(element).display === 'block' ? 0 : heightOf('thead');
      const row = heightOf('tr[data-index]') || GUESS.row;
      const day = heightOf('tr[data-day]') || head || GUESS.day;
      const above = tableTop(element, box) + head;
      setSizes((before) =>
        before.row === row && before.day === day && before.head === head && before.above === above
          ? before
          : { row, day, head, above },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const part of [box, element.querySelector('thead tr'), ...(flows ? box.children : [])])
      if (part) observer.observe(part);
    return () => observer.disconnect();
  }, [enabled, rowsThere, table, flows, scrollerOf]);
  return sizes;
}

type Virtual = ReturnType<typeof useVirtualizer<HTMLElement, HTMLTableRowElement>>;
type Placed = { virtual: Virtual; scrollerOf: () => HTMLElement | null; sizes: Sizes };

/**
 * Days get their lines as they are read, also above what one looks at, and panels come and go above the table: the
 * keyboard's row stands still where it is in sight, else the first one.
 */
function useKeptPlaces({ virtual, scrollerOf, sizes, active }: Placed & { active: number }) {
  const known = useRef<{ index: number; end: number; above: number } | null>(null);
  useLayoutEffect(() => {
    const box = scrollerOf();
    const before = known.current;
    const { range, measurementsCache } = virtual;
    if (box !== null && before !== null) {
      const moved = (measurementsCache[before.index]?.end ?? before.end) - before.end;
      if (moved !== 0 && box.scrollTop > before.above) box.scrollTop += moved;
    }
    const inSight = range !== null && active > range.startIndex && active <= range.endIndex;
    const index = inSight ? active : (range?.startIndex ?? 0) + 1;
    const end = measurementsCache[index]?.end;
    known.current = end === undefined ? null : { index, end, above: sizes.above - sizes.head };
  });
}

type Days = Placed & { starts: readonly number[]; enabled: boolean };

/** Place of the day to which the first row belongs that head and pinned day leave in sight; -1 where it has none. */
function usePinned({ virtual, scrollerOf, sizes, starts, enabled }: Days): number {
  const [place, setPlace] = useState(0);
  useEffect(() => {
    const box = scrollerOf();
    if (!enabled || box === null) return;
    const look = () => {
      const first = virtual.getVirtualItemForOffset(box.scrollTop + sizes.head + sizes.day)?.index ?? 0;
      setPlace(lastAtMost(starts, first));
    };
    look();
    box.addEventListener('scroll', look, { passive: true });
    return () => box.removeEventListener('scroll', look);
  }, [virtual, scrollerOf, sizes, starts, enabled]);
  return place;
}
