'use client';

import { useCallback, useEffect, useState } from 'react';
import { arrivedRows, type ListRow, type RowPage } from '#lib/list/pages.ts';

/** Longer than the highlight fades: a row scrolled back into view is no longer highlighted. */
const SHOWN_MS = 2_500;
const NONE: ReadonlySet<string> = new Set();

/** Ids of the rows that the last refresh brought. `mark` compares the first page before and after it. */
export function useArrived<R extends ListRow>() {
  const [arrived, setArrived] = useState(NONE);
  const mark = useCallback(
    (before: RowPage<R, unknown> | undefined, after: RowPage<R, unknown>) =>
      setArrived(new Set(arrivedRows(before, after))),
    [],
  );
  useEffect(() => {
    if (arrived.size === 0) return;
    const timer = setTimeout(() => setArrived(NONE), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [arrived]);
  return { arrived, mark };
}
