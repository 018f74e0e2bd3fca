'use client';

import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { drawn, offsetFor, type Places, placesOf, type Sight, sightOf } from './row-places.ts';
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
};

type Options = {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  days: readonly { index: number }[];
  heights: Heights;
  active: number;
};

/** Which rows of the whole result are drawn. */
export function useVirtualRows({ scroller, count, days, heights, active }: Options): VirtualRows {
  const reachable = Math.min(count, Math.floor(TALLEST / heights.row));
  const places = useMemo(() => {
    const starts = days.map((day) => day.index);
    return placesOf({ row: heights.row, day: heights.day, starts, count: reachable });
  }, [days, heights, reachable]);
  const sight = useSight(scroller, places, heights);
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
      const view = { offset: box.scrollTop, height: box.clientHeight };
      const offset = offsetFor(places, index, view, heights);
      if (offset !== null) box.scrollTop = offset;
    },
  };
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
function useSight(scroller: RefObject<HTMLElement | null>, places: Places, heights: Heights): Sight {
  const [view, setView] = useState(FIRST_VIEW);
  const latest = useRef(FIRST_VIEW);
  const sightAt = useRef((_: typeof view): Sight => ({ first: 0, last: 0, firstClear: 0 }));
  const show = useCallback(() => {
    const at = sightAt.current;
    setView((before) => (sameSight(at(before), at(latest.current)) ? before : latest.current));
  }, []);
  const look = useCallback(() => {
    const box = scroller.current;
    if (box === null) return;
    latest.current = { offset: box.scrollTop, height: box.clientHeight };
    show();
  }, [scroller, show]);
  useLayoutEffect(() => {
    sightAt.current = (some) => sightOf(places, some, heights);
    // What was seen last still holds: asking the box here would lay the new rows out twice.
    show();
  }, [places, heights, show]);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    // Drawn before the browser paints what was scrolled to: no empty stretch is seen.
    const scrolled = () => flushSync(look);
    look();
    box.addEventListener('scroll', scrolled, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => {
      box.removeEventListener('scroll', scrolled);
      observer.disconnect();
    };
  }, [scroller, look]);
  return sightOf(places, view, heights);
}

function sameSight(a: Sight, b: Sight): boolean {
  return a.first === b.first && a.last === b.last && a.firstClear === b.firstClear;
}
