import { defineList, type FiltersOf, filter } from '#lib/list/list.ts';
import { parseAsDay } from '#lib/list/parsers.ts';

/** Document 3, GET charges. */
export const cardChargesList = defineList({
  name: 'card',
  filters: [
    filter.period(parseAsDay),
    filter.range(),
    filter.text('recurrenceId', { most: 128, form: 'id' }),
  ],
  columns: {
    time: { width: 9.25, place: 'time' },
    state: { width: 8, place: 'state' },
    who: { width: 0, grows: true, place: 'who', opens: true },
    order: { width: 9, under: 50, copies: 'externalId' },
    // Hidden on narrow screens: the state then shows that there is a reason, and the charge shows which.
    why: { width: 17, under: 62 },
    amount: { width: 8, number: true, place: 'amount' },
  },
  sort: ['time', 'amount'],
  csv: 'GET /card/charges.csv',
  views: {
    today: { period: 'today' },
    days30: { period: 'days30' },
  },
});
export type CardFilters = FiltersOf<typeof cardChargesList>;
