import { createLoader, createParser } from 'nuqs/server';
import { isDay } from '#lib/dates.ts';

const day = createParser<string>({ parse: (text) => (isDay(text) ? text : null), serialize: String });
const id = createParser<string>({
  parse: (text) => (text.length > 0 && text.length <= 128 ? text : null),
  serialize: String,
});

/** What may stand in the address of the list; days are São Paulo's, both included. */
export const cardFilterParsers = { from: day, to: day, recurrence: id };
/** The charge or the operation beside the list. */
export const cardOpenParsers = { open: id, op: id };
export const loadCardFilters = createLoader(cardFilterParsers);

export type CardFilters = { from: string | null; to: string | null; recurrence: string | null };
export const NO_CARD_FILTERS: CardFilters = { from: null, to: null, recurrence: null };

export const isFiltered = (filters: CardFilters) => Object.values(filters).some((value) => value !== null);
