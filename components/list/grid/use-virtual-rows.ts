'use client';

import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { drawn, movedBy, offsetFor, type Places, placesOf, type Sight, sightOf } from './row-places.ts';
import { type Slots, slotsOf } from './row-slots.ts';
import type { Heights } from './use-row-heights.ts';

/** Browsers lose precision, then rows, on taller boxes (Firefox at 17.8 million px). */
const TALLEST = 15_000_000;
const OVERSCAN = 6;
/** Before the screen is measured (and on the server) this much of the table is drawn. */
const FIRST_VIEW = { offset: 0, height: 900 };

export type VirtualRows = {
  /**
   * Places in the result that are drawn, in order, and the element that draws each. The keyboard's row is always among
   * them, so that the focus is not lost; where it lies apart from the others, `away` is its px below the table's head.
   */
  shown: { index: number; slot: number; away: number | undefined }[];
  /** Px above the first row that is not away. */
  before: number;
  height: number;
  /** Rows that can be reached by scrolling. */
  count: number;
  /** First row that head and pinned day leave visible. */
  firstVisible: number;
  lastVisible: number;
  scrollTo: (index: number) => void;
  /** To the first row. */
  toTop: () => void;
};

/** `frame` holds the table; it scrolls itself, or stands in what does. */
type Box = { scroller: RefObject<HTMLElement | null>; frame: RefObject<HTMLElement | null> };
type Options = Box & {
  count: number;
  days: readonly { index: number }[];
  heights: Heights;
  active: number;
};

/** Computes which rows of the whole result to draw. */
export function useVirtualRows({ scroller, frame, count, days, heights, active }: Options): VirtualRows {
  const reachable = Math.min(count, Math.floor(TALLEST / heights.row));
  const places = useMemo(() => {
    const starts = days.map((day) => day.index);
    return placesOf({ row: heights.row, day: heights.day, starts, count: reachable });
  }, [days, heights, reachable]);
  const sight = useSight({ scroller, frame }, places, heights, active);
  const from = sight.first - OVERSCAN;
  const to = sight.last + OVERSCAN;
  const slots = useSlots(drawn(sight, { around: OVERSCAN, count: reachable, also: active }));
  const shown = [...slots].map(([index, slot]) => ({
    ...{ index, slot },
    away: index >= from && index <= to ? undefined : places.top(index),
  }));
  return {
    shown,
    before: places.top(Math.max(0, from)),
    height: places.height,
    count: reachable,
    firstVisible: sight.firstClear,
    lastVisible: sight.last,
    scrollTo: (index) => {
      const box = scroller.current;
      if (box === null) return;
      const above = aboveRows(box, frame.current);
      const view = { offset: box.scrollTop - above, height: box.clientHeight };
      const offset = offsetFor(places, index, view, heights);
      if (offset !== null) box.scrollTop = offset + above;
    },
    toTop: () => {
      const box = scroller.current;
      if (box !== null) box.scrollTop = Math.min(box.scrollTop, aboveRows(box, frame.current));
    },
  };
}

/** Px of what scrolls away before the table does. */
function aboveRows(box: HTMLElement, frame: HTMLElement | null): number {
  if (frame === null || frame === box) return 0;
  const top = frame.getBoundingClientRect().top - box.getBoundingClientRect().top;
  return Math.round(top + box.scrollTop);
}

function useSlots(indexes: readonly number[]): Slots {
  const latest = useRef<Slots>(new Map());
  const slots = slotsOf(indexes, latest.current);
  useLayoutEffect(() => {
    latest.current = slots;
  });
  return slots;
}

/** The rows in sight; scrolling within the same rows renders nothing. */
function useSight({ scroller, frame }: Box, places: Places, heights: Heights, active: number): Sight {
  const [view, setView] = useState(FIRST_VIEW);
  const latest = useRef(FIRST_VIEW);
  const sightAt = useRef((_: typeof view): Sight => ({ first: 0, last: 0, firstClear: 0 }));
  const show = useCallback(() => {
    const at = sightAt.current;
    setView((before) => (sameSight(at(before), at(latest.current)) ? before : latest.current));
  }, []);
  const known = useRef<number | null>(null);
  const look = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    const above = aboveRows(box, frame.current);
    // A new list begins at its first row; later the rows keep their place while something comes or goes above them.
    if (known.current === null) box.scrollTop = Math.min(box.scrollTop, above);
    else if (known.current !== above && box.scrollTop > known.current) box.scrollTop += above - known.current;
    known.current = above;
    latest.current = { offset: box.scrollTop - above, height: box.clientHeight };
    show();
  }, [scroller, frame, show]);
  const drawnAt = useRef(places);
  const cursor = useRef(active);
  cursor.current = active;
  useLayoutEffect(() => {
    const box = scroller.current;
    const moved = movedBy(drawnAt.current, places, sightAt.current(latest.current), cursor.current);
    drawnAt.current = places;
    sightAt.current = (some) => sightOf(places, some, heights);
    if (box !== null && moved !== 0 && latest.current.offset > 0) {
      box.scrollTop += moved;
      latest.current = { ...latest.current, offset: latest.current.offset + moved };
    }
    // The last measured view still holds: measuring the box here would lay the new rows out twice.
    show();
  }, [scroller, places, heights, show]);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    // Drawn before the browser paints what was scrolled to: no empty stretch is seen.
    const scrolled = () => flushSync(look);
    look();
    box.addEventListener('scroll', scrolled, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(box);
    if (box !== frame.current) for (const part of box.children) observer.observe(part);
    return () => {
      box.removeEventListener('scroll', scrolled);
      observer.disconnect();
    };
  }, [scroller, frame, look]);
  return sightOf(places, view, heights);
}

function sameSight(a: Sight, b: Sight): boolean {
  return a.first === b.first && a.last === b.last && a.firstClear === b.firstClear;
}
