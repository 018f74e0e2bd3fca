'use client';

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo } from 'react';
import type { DayLine } from '#lib/transactions/rows.ts';
import type { Heights } from './use-row-heights.ts';

/** Browsers lose precision, then rows, on taller boxes (Firefox at 17.8 million px). */
const TALLEST = 15_000_000;
const OVERSCAN = 12;
/** Before the screen is measured (and on the server) this much of the table is drawn. */
const FIRST_VIEW = { width: 1200, height: 900 };

export type VirtualRows = {
  /**
   * Places in the result that are drawn, in order. The keyboard's row is always among them, so that the focus is
   * not lost; where it lies apart from the others, `away` is its px below the table's head.
   */
  shown: { index: number; away: number | undefined }[];
  /** Px above the first row that is not away. */
  before: number;
  height: number;
  /** Rows that can be reached by scrolling. */
  count: number;
  /** First row that head and pinned day leave visible. */
  firstVisible: number;
  lastVisible: number;
  scrollTo: (index: number) => void;
};

type Options = {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  days: readonly DayLine[];
  heights: Heights;
  active: number;
};

/** Which rows of the whole result are drawn; `start` is px below the table's head. */
export function useVirtualRows({ scroller, count, days, heights, active }: Options): VirtualRows {
  const reachable = Math.min(count, Math.floor(TALLEST / heights.row));
  const starts = useMemo(() => new Set(days.map((day) => day.index)), [days]);
  const size = useCallback(
    (index: number) => heights.row + (starts.has(index) ? heights.day : 0),
    [heights, starts],
  );
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count: reachable,
    getScrollElement: () => scroller.current,
    estimateSize: size,
    overscan: OVERSCAN,
    scrollMargin: heights.head,
    scrollPaddingStart: heights.head + heights.day,
    initialRect: FIRST_VIEW,
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range);
      if (inView.includes(active) || active >= reachable) return inView;
      return active < range.startIndex ? [active, ...inView] : [...inView, active];
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other sizes make every measured place wrong
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, size]);

  const { range } = virtualizer;
  const covered = (virtualizer.scrollOffset ?? 0) + heights.head + heights.day;
  const items = virtualizer.getVirtualItems().map(({ index, start }) => {
    const top = start - heights.head;
    return { index, top, away: range === null || near(index, range) ? undefined : top };
  });
  return {
    shown: items,
    before: items.find((item) => item.away === undefined)?.top ?? 0,
    height: virtualizer.getTotalSize(),
    count: reachable,
    firstVisible: virtualizer.getVirtualItemForOffset(covered)?.index ?? 0,
    lastVisible: range?.endIndex ?? 0,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}

function near(index: number, range: { startIndex: number; endIndex: number }): boolean {
  return index >= range.startIndex - OVERSCAN && index <= range.endIndex + OVERSCAN;
}
