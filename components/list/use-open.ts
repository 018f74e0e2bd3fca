'use client';

import { useQueryState } from 'nuqs';
import { type RefObject, useCallback } from 'react';
import type { GridHandle } from '#components/ui/data-table/use-cursor.ts';
import { openParser } from '#lib/list/list.ts';

/** The record beside a list stands in the address; from one to the next no step of history is made. */
export function useOpen() {
  const [open, setOpen] = useQueryState('open', openParser);
  const show = useCallback(
    (id: string) => setOpen(id, { history: open === null ? 'push' : 'replace' }),
    [open, setOpen],
  );
  const close = useCallback(() => setOpen(null, { history: 'replace' }), [setOpen]);
  return { open, show, close };
}

/** The same beside a grid: closing it gives the focus back to its row. */
export function useRowOpen(grid: RefObject<GridHandle | null>) {
  const { open, show, close: leave } = useOpen();
  const close = useCallback(() => {
    leave();
    grid.current?.focusRow();
  }, [leave, grid]);
  return { open, show, close };
}
