'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Px that a list was scrolled by when the operator left it. */
export type KeptPlace = { read: () => number; write: (px: number) => void };

/** Commits in which the rows may still get their heights. */
const TRIES = 6;

/** Scrolls to where the operator was, and keeps where they are as they leave. */
export function useKeptPlace(
  table: RefObject<HTMLElement | null>,
  place: KeptPlace | undefined,
  there: boolean,
) {
  const wanted = useRef<{ px: number; tries: number } | null>(null);
  useLayoutEffect(() => {
    if (place === undefined || !there) return;
    wanted.current = { px: place.read(), tries: TRIES };
    const box = scrollerOf(table.current);
    return () => {
      if (box !== null) place.write(box.scrollTop);
    };
  }, [table, place, there]);
  useLayoutEffect(() => {
    const box = scrollerOf(table.current);
    const { px, tries } = wanted.current ?? { px: 0, tries: 0 };
    if (px === 0 || tries === 0 || box === null) return;
    box.scrollTop = px;
    wanted.current = Math.abs(box.scrollTop - px) < 1 ? null : { px, tries: tries - 1 };
  });
}

/** The nearest element around it that scrolls; on a phone that is the document. */
function scrollerOf(element: Element | null): Element | null {
  for (let up = element?.parentElement ?? null; up !== null; up = up.parentElement)
    if (/auto|scroll/.test(getComputedStyle(up).overflowY)) return up;
  return document.scrollingElement;
}
