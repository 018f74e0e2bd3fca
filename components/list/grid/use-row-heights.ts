'use client';

import { type RefObject, useLayoutEffect, useState } from 'react';

export type Heights = { row: number; day: number; head: number };

const GUESS: Record<'compact' | 'comfortable', Heights> = {
  compact: { row: 28, day: 26, head: 26 },
  comfortable: { row: 38, day: 32, head: 32 },
};

/**
 * Heights of a row, a day line and the table's head in px. They follow the density, the operator's own text
 * size and the narrow screen's two-line rows, so they are read from probes; until then the density's are guessed.
 */
export function useRowHeights(
  probes: RefObject<HTMLElement | null>,
  density: 'compact' | 'comfortable',
): Heights {
  const [heights, setHeights] = useState<Heights>(GUESS[density]);
  useLayoutEffect(() => {
    const box = probes.current;
    if (box === null) return;
    const read = () => {
      const [row = 0, day = 0, head = 0] = [...box.children].map(
        (probe) => probe.getBoundingClientRect().height,
      );
      if (row === 0) return;
      setHeights((before) =>
        before.row === row && before.day === day && before.head === head ? before : { row, day, head },
      );
    };
    read();
    const observer = new ResizeObserver(read);
    for (const probe of box.children) observer.observe(probe);
    return () => observer.disconnect();
  }, [probes]);
  return heights;
}
