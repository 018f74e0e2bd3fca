'use client';

import { useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { type CardFilters, cardFilterParsers, cardOpenParsers, NO_CARD_FILTERS } from '#lib/card/filters.ts';

/** The filters of the address. Every change is a step of the browser's history. */
export function useCardFilters() {
  const [read, write] = useQueryStates(cardFilterParsers, { history: 'push' });
  const filters: CardFilters = useMemo(() => ({ ...read }), [read]);
  const set = useCallback((change: Partial<CardFilters>) => void write(change), [write]);
  const clear = useCallback(() => void write(NO_CARD_FILTERS), [write]);
  return { filters, set, clear };
}
export type CardFilterState = ReturnType<typeof useCardFilters>;

/** What stands beside the list: a charge or an operation, never both. */
export function useCardBeside() {
  const [{ open, op }, write] = useQueryStates(cardOpenParsers);
  const history = open !== null || op !== null ? ('replace' as const) : ('push' as const);
  const openCharge = useCallback(
    (id: string) => void write({ open: id, op: null }, { history }),
    [write, history],
  );
  const openOperation = useCallback(
    (id: string) => void write({ open: null, op: id }, { history }),
    [write, history],
  );
  const close = useCallback(() => void write({ open: null, op: null }, { history: 'replace' }), [write]);
  return { open, op, openCharge, openOperation, close };
}
export type CardBeside = ReturnType<typeof useCardBeside>;
