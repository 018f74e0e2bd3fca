'use client';

import { useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { drawerRouteParsers } from '#lib/list/list.ts';

/** Drawer beside a list, kept in the address: a record or an operation, never both. */
export function useDrawerRoute() {
  const [{ open, op }, write] = useQueryStates(drawerRouteParsers);
  const history = open === null && op === null ? 'push' : 'replace';
  const show = useCallback((id: string) => write({ open: id, op: null }, { history }), [write, history]);
  const showOperation = useCallback(
    (id: string) => write({ open: null, op: id }, { history }),
    [write, history],
  );
  const close = useCallback(() => write({ open: null, op: null }, { history: 'replace' }), [write]);
  return { open, op, show, showOperation, close };
}
export type DrawerRoute = {
  /** Id of the record that is open; `op` of the operation. */
  open: string | null;
  op: string | null;
  show: (id: string) => unknown;
  showOperation: (id: string) => unknown;
  close: () => unknown;
};
