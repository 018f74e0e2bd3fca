'use client';

import { useQueryState, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import {
  askedParser,
  NO_PAYMENT_FILTERS,
  openParsers,
  type PaymentFilters,
  paymentFilterParsers,
} from '#lib/payments/filters.ts';

/** The filters of the address. Every change is a step of the browser's history. */
export function usePaymentFilters() {
  const [read, write] = useQueryStates(paymentFilterParsers, { history: 'push' });
  const filters: PaymentFilters = useMemo(() => ({ ...read }), [read]);
  const set = useCallback((change: Partial<PaymentFilters>) => void write(change), [write]);
  const clear = useCallback(() => void write(NO_PAYMENT_FILTERS), [write]);
  return { filters, set, clear };
}
export type FilterState = ReturnType<typeof usePaymentFilters>;

/** What stands beside the list: a payment or an operation, never both. */
export function useBeside() {
  const [{ open, op }, write] = useQueryStates(openParsers);
  const shown = open !== null || op !== null;
  const history = shown ? ('replace' as const) : ('push' as const);
  const openPayment = useCallback(
    (id: string) => void write({ open: id, op: null }, { history }),
    [write, history],
  );
  const openOperation = useCallback(
    (id: string) => void write({ open: null, op: id }, { history }),
    [write, history],
  );
  const close = useCallback(() => void write({ open: null, op: null }, { history: 'replace' }), [write]);
  return { open, op, openPayment, openOperation, close };
}
/** What was asked here last, told where its form stood; null while the form is on screen. */
export function useAsked() {
  const [asked, write] = useQueryState('asked', askedParser);
  const setAsked = useCallback(
    (id: string | null) => void write(id, { history: id === null ? 'replace' : 'push' }),
    [write],
  );
  return [asked, setAsked] as const;
}

export type Beside = ReturnType<typeof useBeside>;
