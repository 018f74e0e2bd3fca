'use client';

import { parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { useCallback, useState } from 'react';

/** A dialog that a URL can open on a record's page. */
export type DialogAction = 'refund' | 'resend' | 'defend';

/** Whether a dialog is open, by its button or the URL (`?do=refund`) until closed; and its setter. */
export function useActionParam(what: DialogAction): [boolean, (open: boolean) => void] {
  const [requested, write] = useQueryState('do');
  const [isOpened, setIsOpened] = useState(false);
  const set = (open: boolean) => {
    setIsOpened(open);
    if (!open && requested === what) write(null, { history: 'replace' });
  };
  return [isOpened || requested === what, set];
}

export type DrawerRoute<What extends string> = {
  what: What | null;
  of: string | null;
  show: (what: What, of?: string | null) => void;
  close: () => void;
};

/** Stores a page's drawer in the URL: one of these tasks, and the record it concerns. */
export function drawerRouteOf<const What extends string>(tasks: readonly What[]): () => DrawerRoute<What> {
  const parsers = { open: parseAsStringLiteral(tasks), of: parseAsString };
  return function useDrawerRoute() {
    const [{ open, of }, set] = useQueryStates(parsers, { history: 'push' });
    const show = useCallback(
      (what: What, next: string | null = null) => set({ open: what, of: next }),
      [set],
    );
    const close = useCallback(() => set({ open: null, of: null }, { history: 'replace' }), [set]);
    return { what: open, of, show, close };
  };
}
