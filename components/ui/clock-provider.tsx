'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import { serverClock, serverNow } from '#lib/core/clock.ts';
import { useIsHydrated } from './use-is-hydrated.ts';

const PageInstant = createContext<number | null>(null);

/** `now`: the server's time (epoch ms) at which it drew the page; the browser sets its clock by it before all else. */
export function ClockProvider({ now, children }: { now: number; children: ReactNode }) {
  const [instant] = useState(() => {
    if (typeof window !== 'undefined') learnFromPage(now);
    return now;
  });
  return <PageInstant value={instant}>{children}</PageInstant>;
}

/** The server drew the page after it was asked for it and before its first byte came. */
function learnFromPage(now: number): void {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const since = performance.now();
  serverClock.learn(
    now,
    since - (page?.requestStart ?? 0),
    page === undefined ? 0 : since - page.responseStart,
  );
}

/** The instant (epoch ms) of a first render: the page's own while React hydrates, so that server and browser draw the same. */
export function useFirstInstant(): number {
  const page = useContext(PageInstant);
  const isHydrated = useIsHydrated();
  return page === null || isHydrated ? serverNow() : page;
}

/** 42 → '0:42', 102 → '1:42'. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
