'use client';

import { useTranslations } from 'next-intl';
import { useQueryState, useQueryStates } from 'nuqs';
import { type RefObject, useCallback } from 'react';
import { useShortcut } from '#components/app-shell/command-context.tsx';
import { type GridHandle, stepRows } from '#components/ui/data-table/use-cursor.ts';
import { drawerRouteParsers, openParser } from '#lib/list/list.ts';
import { parseAsText } from '#lib/list/parsers.ts';

/** Drawer beside a list, kept in the address: a record or an operation, never both. */
function useDrawerRoute() {
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

const askedParser = parseAsText(64);

/** In `open`, where else a record's id stands: the sheet for a new one. */
const NEW = 'new';

/**
 * What is open beside a list, as the address holds it: a record, an operation, or the sheet for a new one. `asked`:
 * the operation that was asked last, whose outcome stands in the sheet for whoever opens the address.
 */
export function useSheetRoute() {
  const route = useDrawerRoute();
  const [asked, write] = useQueryState('asked', askedParser);
  const setAsked = (id: string | null) => void write(id, { history: id === null ? 'replace' : 'push' });
  const { open, op } = route;
  const sheet = open === NEW || (asked !== null && open === null && op === null);
  const leaving = (then: (id: string) => void) => (id: string) => {
    setAsked(null);
    then(id);
  };
  return {
    ...route,
    open: sheet ? null : open,
    /** The sheet is open. */
    sheet,
    asked,
    setAsked,
    begin: () => void route.show(NEW),
    show: leaving((id) => void route.show(id)),
    showOperation: leaving((id) => void route.showOperation(id)),
    close() {
      setAsked(null);
      void route.close();
    },
  };
}

export type SheetRoute = ReturnType<typeof useSheetRoute>;

/**
 * j, k go through the rows that open by their words, over all tables of a page; Enter is the button's own, Esc closes
 * what stands beside. Once a page.
 */
export function useRowOpens(close?: () => void): void {
  const t = useTranslations('shell.keys');
  useShortcut('j', (event) => stepRows(event, 1), { label: t('nextRow') });
  useShortcut('k', (event) => stepRows(event, -1), { label: t('previousRow') });
  useShortcut('Escape', () => close?.(), { enabled: close !== undefined });
}
