'use client';

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows on paper; more would keep the browser busy for minutes. */
export const MOST_PRINTED = 1_000;

/** True from right before the browser lays the page out for paper until that is done. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // The browser lays the page out as soon as the event's handlers return.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
