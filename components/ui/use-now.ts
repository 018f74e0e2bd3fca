'use client';

import { useEffect, useState } from 'react';

/** The time in ms, renewed every so often. It begins at `first`, so that server and browser draw the same. */
export function useNow(first: number, everyMs: number): number {
  const [now, setNow] = useState(first);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return Math.max(first, now);
}
