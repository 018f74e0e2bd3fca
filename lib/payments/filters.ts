import { createLoader } from 'nuqs/server';
import { day, textUpTo, words } from '#lib/address-parsers.ts';

/** What may stand in the address of a list of payments; days are São Paulo's, both included. */
export const paymentFilterParsers = { status: words, from: day, to: day, reference: textUpTo(64) };
/** Ids of the payment and of the operation beside the list. */
export const openParsers = { open: textUpTo(128), op: textUpTo(64) };
export const loadPaymentFilters = createLoader(paymentFilterParsers);

export type PaymentFilters = {
  status: string[] | null;
  from: string | null;
  to: string | null;
  reference: string | null;
};
export const NO_PAYMENT_FILTERS: PaymentFilters = { status: null, from: null, to: null, reference: null };

export const isFiltered = (filters: PaymentFilters) => Object.values(filters).some((value) => value !== null);
