'use client';

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { lastAtMost } from '#lib/list/pages.ts';

/** Maximum height in px: browsers lose precision, then rows, in taller boxes (Firefox at 17.8 million px). */
const TALLEST = 15_000_000;
const OVERSCAN = 6;
/** The view in px assumed on the server, and until the screen is measured. */
const FIRST_VIEW = { width: 0, height: 900 };

type Options = {
  enabled: boolean;
  /** The element around the table. It scrolls, unless `flows`: then the page around it scrolls. */
  frame: RefObject<HTMLDivElement | null>;
  table: RefObject<HTMLTableElement | null>;
  flows: boolean;
  count: number;
  /** Indexes of the first row of each day, ascending; each has a day line above it. */
  starts: readonly number[];
  /** The keyboard row: always rendered, so that the focus is not lost. */
  active: number;
  /** Number of rows to print, all of them rendered; null while not printing. */
  printed: number | null;
};

/** Decides which rows of the whole result are rendered, and scrolls to others. */
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
  // A new key function makes the library recompute all positions, which is needed when sizes change.
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
  const items = virtual.getVirtualItems();
  const endOf = (item: (typeof items)[number] | undefined) => item?.end ?? sizes.above;
  useScrollAnchor({ virtual, scrollerOf, sizes, active });
  return {
    /** The rendered rows, each with the px of unrendered rows above it. */
    rows:
      printed === null
        ? items.map((item, at) => ({ index: item.index, gap: item.start - endOf(items[at - 1]) }))
        : Array.from({ length: printed }, (_, index) => ({ index, gap: 0 })),
    /** Px of unrendered rows below the last one. */
    rest: printed === null ? virtual.getTotalSize() + sizes.above - endOf(items.at(-1)) : 0,
    reachable,
    lastVisible: virtual.range?.endIndex ?? 0,
    /** The first row that the head does not cover. */
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

/** Px of content above the table in the scroller. */
function tableTop(table: HTMLElement | null, box: HTMLElement): number {
  if (table === null) return 0;
  const top = table.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientTop;
  return Math.round(top + box.scrollTop);
}

type Sizes = { row: number; day: number; head: number; above: number };
const GUESS: Sizes = { row: 28, day: 26, head: 26, above: 26 };

/** Heights in px, measured: a row, a day line, the sticky head, and everything above the first row. */
function useSizes({ enabled, table, flows, count }: Options, scrollerOf: () => HTMLElement | null): Sizes {
  const [sizes, setSizes] = useState(GUESS);
  const hasRows = count > 0;
  useLayoutEffect(() => {
    const element = table.current;
    const box = scrollerOf();
    if (!enabled || !hasRows || element === null || box === null) return;
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
  }, [enabled, hasRows, table, flows, scrollerOf]);
  return sizes;
}

type Virtual = ReturnType<typeof useVirtualizer<HTMLElement, HTMLTableRowElement>>;
type Placed = { virtual: Virtual; scrollerOf: () => HTMLElement | null; sizes: Sizes };

/**
 * Keeps rows from jumping: day lines appear and panels come and go above the visible rows. The keyboard row
 * keeps its position if it is visible, else the first visible row.
 */
function useScrollAnchor({ virtual, scrollerOf, sizes, active }: Placed & { active: number }) {
  const anchor = useRef<{ index: number; end: number; above: number } | null>(null);
  useLayoutEffect(() => {
    const box = scrollerOf();
    const before = anchor.current;
    const { range, measurementsCache } = virtual;
    if (box !== null && before !== null) {
      const moved = (measurementsCache[before.index]?.end ?? before.end) - before.end;
      if (moved !== 0 && box.scrollTop > before.above) box.scrollTop += moved;
    }
    const inSight = range !== null && active > range.startIndex && active <= range.endIndex;
    const index = inSight ? active : (range?.startIndex ?? 0) + 1;
    const end = measurementsCache[index]?.end;
    anchor.current = end === undefined ? null : { index, end, above: sizes.above - sizes.head };
  });
}

type Days = Placed & { starts: readonly number[]; enabled: boolean };

/** Index of the day of the first row below the head and the pinned day; -1: none. */
function usePinned({ virtual, scrollerOf, sizes, starts, enabled }: Days): number {
  const [place, setPlace] = useState(0);
  useEffect(() => {
    const box = scrollerOf();
    if (!enabled || box === null) return;
    const update = () => {
      const first = virtual.getVirtualItemForOffset(box.scrollTop + sizes.head + sizes.day)?.index ?? 0;
      setPlace(lastAtMost(starts, first));
    };
    update();
    box.addEventListener('scroll', update, { passive: true });
    return () => box.removeEventListener('scroll', update);
  }, [virtual, scrollerOf, sizes, starts, enabled]);
  return place;
}
