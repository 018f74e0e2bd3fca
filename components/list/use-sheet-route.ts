'use client';

import { useQueryState } from 'nuqs';
import { parseAsText } from '#lib/list/parsers.ts';
import { useDrawerRoute } from './use-drawer-route.ts';

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
