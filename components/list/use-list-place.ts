'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useMemo, useState } from 'react';
import type { KeptPlace } from '#components/ui/data-table/use-kept-place.ts';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';

/** What stands beside a list is no part of its address. */
const BESIDE = ['open', 'op'];

/**
 * Where the operator was on this list, in px, kept for each address while the tab is open: they find it again when they
 * come back from another page. Other filters on the same page begin at the first row.
 */
export function useListPlace(): KeptPlace {
  const params = new URLSearchParams(useSearchParams());
  for (const name of BESIDE) params.delete(name);
  const key = `guiche.place ${usePathname()}?${params}`;
  // A page that the browser loads begins at its top.
  const arrived = useIsHydrated();
  const [known] = useState(() => ({ key: arrived ? key : null }));
  return useMemo(
    () => ({
      read: () => {
        if (known.key !== key) return 0;
        known.key = null;
        return Number(sessionStorage.getItem(key) ?? 0);
      },
      write: (px) => sessionStorage.setItem(key, String(Math.round(px))),
    }),
    [known, key],
  );
}
