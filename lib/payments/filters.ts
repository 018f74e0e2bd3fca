import { createLoader, createParser } from 'nuqs/server';
import { isDay } from '#lib/dates.ts';

const day = createParser<string>({ parse: (text) => (isDay(text) ? text : null), serialize: String });
const words = createParser<string[]>({
  parse(text) {
    const found = [...new Set(text.split(','))].filter((word) => /^[A-Z_]{2,40}$/.test(word)).slice(0, 20);
    return found.length > 0 ? found : null;
  },
  serialize: (value) => value.join(','),
  eq: (a, b) => a.join() === b.join(),
});
const textUpTo = (most: number) =>
  createParser<string>({
    parse: (text) => (text.length > 0 && text.length <= most ? text : null),
    serialize: String,
  });

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
