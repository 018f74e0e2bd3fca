import { visibleProblemsOf } from '#lib/api/reading.ts';
import type { Delivery, DeliveryList } from '#lib/deliveries/contract.ts';
import { EVENTS, OUTCOME_FILTERS, STATUS_CLASSES } from '#lib/deliveries/rules.ts';
import { defineList, type FiltersOf, filter } from '#lib/list/list.ts';
import { type Columns, dayRuns, packedPage, type RowPage, timeOf } from '#lib/list/pages.ts';

/** The history of callbacks from the index; Guichê applies all filters. */
export const deliveriesList = defineList({
  name: 'deliveries',
  filters: [
    filter.period(),
    filter.choices('outcome', OUTCOME_FILTERS),
    filter.words('event', EVENTS, { longest: 60 }),
    filter.choices('statusClass', STATUS_CLASSES),
    filter.text('webhookId', { most: 128, form: 'id' }),
    filter.text('url', { most: 2048, unsaved: true }),
    filter.text('transactionId', { most: 128, form: 'id' }),
    // One exact HTTP status within a class.
    filter.text('answer', { most: 3, least: 3 }),
    filter.range(),
  ],
  columns: {
    time: { width: 4.875, place: 'time' },
    answer: { width: 7, place: 'state' },
    // If this column is hidden, the endpoint cell shows the event.
    event: { width: 7.5, under: 50 },
    reference: { width: 8, place: 'who', copies: 'clientReference' },
    endpoint: { width: 7.875, grows: true, place: 'secondary' },
    transaction: { width: 7, under: 62, hidden: true, copies: 'transactionId' },
    attempt: { width: 4.5, number: true, under: 50 },
    duration: { width: 5, number: true, under: 62 },
    amount: { width: 7.5, number: true, place: 'amount' },
  },
  sort: ['time'],
  csv: 'GET /deliveries.csv',
  views: {
    openFailures: { outcome: 'failed' },
    noAnswerToday: { period: 'today', statusClass: 'none' },
  },
});
export type DeliveryFilters = FiltersOf<typeof deliveriesList>;
export type DeliveryColumn = keyof typeof deliveriesList.columns;

/** A grid row of a delivery. Amounts in cents, times in ms since 1970. */
export type Row = { at: number | null } & Omit<
  Delivery,
  'createdAt' | 'webhookId' | 'transactionStatus' | 'derived'
>;

export type Sums = { count: number };

/** Data about the whole result and the index behind it. */
export type Whole = Pick<DeliveryList, 'facets' | 'reach' | 'answers'>;

type DeliveryPage = RowPage<Row, Sums, Whole>;

/** A page of the list, reduced to what the grid needs. */
export function toRowPage(list: DeliveryList): DeliveryPage {
  const { items, nextCursor, total, asOf, facets, reach, answers } = list;
  const runs = dayRuns<Delivery, Sums>(
    items,
    ({ createdAt }) => createdAt,
    () => ({ count: 0 }),
    (sums) => {
      sums.count += 1;
    },
  );
  const whole = { total, asOf, facets, reach, answers };
  return { rows: items.map(toRow), runs, nextCursor, ...whole, ...visibleProblemsOf(list) };
}

const toRow = ({ createdAt, webhookId: _, transactionStatus: __, derived: ___, ...rest }: Delivery): Row => ({
  ...rest,
  at: timeOf(createdAt),
});

const COLUMNS: Columns<Row> = {
  texts: ['id', 'transactionId', 'clientReference'],
  numbers: ['at', 'status', 'attempt', 'responseTimeMs', 'amount'],
  words: ['url', 'event', 'outcome', 'open', 'resendId'],
};

export const packed = (page: DeliveryPage): DeliveryPage => packedPage(page, COLUMNS);
