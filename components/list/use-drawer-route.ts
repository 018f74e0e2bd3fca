import { useTranslations } from 'next-intl';
import { useQueryState, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { useShortcut } from '#components/app-shell/command-context.tsx';
import { stepRows } from '#components/ui/data-table/use-cursor.ts';
import { drawerRouteParsers, openParser } from '#lib/list/list.ts';
import { parseAsText } from '#lib/list/parsers.ts';

/** The open record is in the URL. Opening adds a history step; moving to another record replaces it. */
export function useOpen() {
  const [open, setOpen] = useQueryState('open', openParser);
  const show = useCallback(
    (id: string) => setOpen(id, { history: open === null ? 'push' : 'replace' }),
    [open, setOpen],
  );
  const close = useCallback(() => setOpen(null, { history: 'replace' }), [setOpen]);
  return { open, show, close };
}

const requestedParser = parseAsText(64);

/** Value of `open` (otherwise a record id) for the sheet of a new operation. */
const NEW = 'new';

/**
 * What is open next to a list, from the URL: a record, an operation, or the sheet for a new one. `requested`
 * is the last requested operation; the sheet shows its outcome, also when the URL is opened again.
 */
export function useSheetRoute() {
  const [{ open, op }, write] = useQueryStates(drawerRouteParsers);
  const [requested, writeRequested] = useQueryState('asked', requestedParser);
  const setRequested = (id: string | null) =>
    void writeRequested(id, { history: id === null ? 'replace' : 'push' });
  const isClosed = open === null && op === null;
  const sheet = open === NEW || (requested !== null && isClosed);
  const go = (to: { open: string | null; op: string | null }) =>
    void write(to, { history: isClosed ? 'push' : 'replace' });
  return {
    /** Id of the open operation, and of the open record; never both. */
    op,
    open: sheet ? null : open,
    sheet,
    requested,
    setRequested,
    begin: () => go({ open: NEW, op: null }),
    show(id: string) {
      setRequested(null);
      go({ open: id, op: null });
    },
    showOperation(id: string) {
      setRequested(null);
      go({ open: null, op: id });
    },
    close() {
      setRequested(null);
      void write({ open: null, op: null }, { history: 'replace' });
    },
  };
}

export type SheetRoute = ReturnType<typeof useSheetRoute>;

/** Once per page: j and k step through the opening rows of all tables; Enter opens, Esc closes. */
export function useRowOpens(close?: () => void): void {
  const t = useTranslations('shell.keys');
  useShortcut('j', (event) => stepRows(event, 1), { label: t('nextRow') });
  useShortcut('k', (event) => stepRows(event, -1), { label: t('previousRow') });
  useShortcut('Escape', () => close?.(), { enabled: close !== undefined });
}
