'use client';

import { useCallback } from 'react';
import { useAddress, useAddressPart } from '#components/shell/use-address.ts';
import { askedParser, type PaymentFilters, paymentLists } from '#lib/payments/payments.list.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';

/** Filters that the address asks for; what changes them comes with the list. */
export function useFiltersAsked(page: PaymentPage): PaymentFilters {
  const [filters] = useAddress(paymentLists[page].parsers);
  return filters as PaymentFilters;
}

/** Operation asked here last, shown in place of its form; null while the form is on screen. */
export function useAsked() {
  const [asked, write] = useAddressPart('asked', askedParser);
  const setAsked = useCallback(
    (id: string | null) => write(id, { history: id === null ? 'replace' : 'push' }),
    [write],
  );
  return [asked, setAsked] as const;
}
