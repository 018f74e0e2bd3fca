import { createLoader, parseAsStringLiteral } from 'nuqs/server';
import { day, textUpTo, words } from '#lib/address-parsers.ts';

/** What may stand in the address of a list of payments; days are São Paulo's, both included. */
export const paymentFilterParsers = { status: words, from: day, to: day, reference: textUpTo(64) };
/** Charges: the list, or what became of them. */
export const CHARGE_VIEWS = ['list', 'funnel'] as const;
export const chargeViewParser = parseAsStringLiteral(CHARGE_VIEWS).withDefault('list');
/** Id of the operation that was asked last on this page: its result stands there for whoever opens the address. */
export const askedParser = textUpTo(64);
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
