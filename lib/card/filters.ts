import { createLoader } from 'nuqs/server';
import { day, textUpTo } from '#lib/address-parsers.ts';

const id = textUpTo(128);

/** What may stand in the address of the list; days are São Paulo's, both included. */
export const cardFilterParsers = { from: day, to: day, recurrence: id };
/** The charge or the operation beside the list. */
export const cardOpenParsers = { open: id, op: id };
export const loadCardFilters = createLoader(cardFilterParsers);

export type CardFilters = { from: string | null; to: string | null; recurrence: string | null };
export const NO_CARD_FILTERS: CardFilters = { from: null, to: null, recurrence: null };

export const isFiltered = (filters: CardFilters) => Object.values(filters).some((value) => value !== null);
