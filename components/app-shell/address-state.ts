'use client';

import { parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs';
import { useCallback, useState } from 'react';

/** Dialog that an address may ask a record's page to open. */
export type Asked = 'refund' | 'resend' | 'defend';

/** Tells if a dialog is open: by its button, or by the address (`?do=refund`) until it is closed. */
export function useActionParam(what: Asked): [boolean, (open: boolean) => void] {
  const [asked, write] = useQueryState('do');
  const [pressed, press] = useState(false);
  const set = (open: boolean) => {
    press(open);
    if (!open && asked === what) write(null, { history: 'replace' });
  };
  return [pressed || asked === what, set];
}

export type DrawerRoute<What extends string> = {
  what: What | null;
  of: string | null;
  show: (what: What, of?: string | null) => void;
  close: () => void;
};

/** Keeps a page's drawer in the address: one of these tasks, and the record it is about. */
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
