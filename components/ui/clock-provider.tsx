'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import { serverClock, serverNow } from '#lib/core/clock.ts';
import { useIsHydrated } from './use-is-hydrated.ts';

const PageInstant = createContext<number | null>(null);

/**
 * `now`: the server's time (epoch ms) when it rendered the page. The browser sets its clock from it first.
 */
export function ClockProvider({ now, children }: { now: number; children: ReactNode }) {
  const [instant] = useState(() => {
    if (typeof window !== 'undefined') learnFromPage(now);
    return now;
  });
  return <PageInstant value={instant}>{children}</PageInstant>;
}

/** The server rendered the page between the browser's request and the first byte of the response. */
function learnFromPage(now: number): void {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const since = performance.now();
  serverClock.learn(
    now,
    since - (page?.requestStart ?? 0),
    page === undefined ? 0 : since - page.responseStart,
  );
}

/**
 * The time (epoch ms) for a first render. While React hydrates it is the server's, so that both render the
 * same.
 */
export function useFirstInstant(): number {
  const page = useContext(PageInstant);
  const isHydrated = useIsHydrated();
  return page === null || isHydrated ? serverNow() : page;
}

/** 42 → '0:42', 102 → '1:42'. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
