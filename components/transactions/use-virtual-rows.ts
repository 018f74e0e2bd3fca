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
  /** Places in the result that are drawn, in order and without gaps. */
  shown: { index: number; start: number }[];
  /** The keyboard's row where it is drawn far from the others, so that the focus is not lost. */
  away: { index: number; start: number } | null;
  height: number;
  /** Rows that can be reached by scrolling. */
  count: number;
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
    scrollPaddingStart: heights.head,
    initialRect: FIRST_VIEW,
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range);
      return inView.includes(active) || active >= reachable ? inView : [...inView, active];
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other sizes make every measured place wrong
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, size]);

  const items = virtualizer
    .getVirtualItems()
    .map(({ index, start }) => ({ index, start: start - heights.head }));
  const range = virtualizer.range;
  const inView = items.filter(({ index }) => range === null || near(index, range));
  return {
    shown: inView,
    away: items.find(({ index }) => range !== null && !near(index, range)) ?? null,
    height: virtualizer.getTotalSize(),
    count: reachable,
    lastVisible: range?.endIndex ?? 0,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}

function near(index: number, range: { startIndex: number; endIndex: number }): boolean {
  return index >= range.startIndex - OVERSCAN && index <= range.endIndex + OVERSCAN;
}
