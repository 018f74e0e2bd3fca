'use client';

import { useCallback, useRef, useState } from 'react';

/** A module that is fetched at the first sign of interest: [module or null, load]; one that failed is fetched again. */
export function useLazy<M>(fetchModule: () => Promise<M>): [M | null, () => Promise<M>] {
  const [loaded, setLoaded] = useState<M | null>(null);
  const pending = useRef<Promise<M> | null>(null);
  const load = useCallback(() => {
    pending.current ??= fetchModule().then(
      (fetched) => {
        setLoaded(() => fetched);
        return fetched;
      },
      (error: unknown) => {
        pending.current = null;
        throw error;
      },
    );
    return pending.current;
  }, [fetchModule]);
  return [loaded, load];
}
