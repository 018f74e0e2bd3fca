import { defineList, type FiltersOf, filter, ordered, tableColumns } from '#lib/list/list.ts';

export const RESEND_STATES = ['queued', 'running', 'paused', 'completed', 'failed', 'cancelled'] as const;
/** Guichê sorts its own records. */
const SORTS = ['number', 'created', 'amount'] as const;

export const resendsList = defineList({
  name: 'resends',
  filters: [filter.period(), filter.choices('state', RESEND_STATES), ...ordered(SORTS)],
  columns: {
    number: { width: 5.5, place: 'who', opens: true },
    state: { width: 9.5, place: 'state' },
    what: { width: 0, grows: true, place: 'note' },
    progress: { width: 14, under: 50 },
    by: { width: 9, under: 62 },
    created: { width: 9.5, place: 'time' },
    amount: { width: 8, number: true, place: 'amount' },
  },
  sort: SORTS,
  csv: 'GET /resends.csv',
  views: {
    underWay: { state: 'queued,running,paused' },
    stopped: { state: 'failed,cancelled' },
  },
});
export type ResendFilters = FiltersOf<typeof resendsList>;

/** Columns of a resend's transactions. */
export const resendItemColumns = tableColumns({
  reference: { width: 9, place: 'who', opens: true, copies: 'transactionId' },
  event: { width: 6.5, under: 50 },
  request: { width: 4, number: true, under: 62 },
  accepted: { width: 5.5, under: 50 },
  result: { width: 0, grows: true, place: 'state' },
  delivered: { width: 5.5, number: true, place: 'time' },
  amount: { width: 7.5, number: true, place: 'amount' },
});
