'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';

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
