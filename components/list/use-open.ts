'use client';

import { useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { openParser } from '#lib/list/list.ts';

/** The record beside a list stands in the address; from one to the next no step of history is made. */
export function useOpen() {
  const [open, setOpen] = useQueryState('open', openParser);
  const show = useCallback(
    (id: string) => void setOpen(id, { history: open === null ? 'push' : 'replace' }),
    [open, setOpen],
  );
  const close = useCallback(() => void setOpen(null, { history: 'replace' }), [setOpen]);
  return { open, show, close };
}
