import { parseAsStringLiteral } from 'nuqs/server';
import { SITUATIONS } from '#lib/disputes/rules.ts';
import { type Column, defineList, type FiltersOf, filter, ordered } from '#lib/list/list.ts';

export const DISPUTE_STATES = ['open', 'answered', 'closed'] as const;
/** Assignee filters: unassigned, and the reading operator (a shared view shows each reader their own). */
export const NOBODY = 'none';
export const ME = 'me';
/** Open disputes due within 24 hours, and overdue ones. */
export const DUES = ['soon', 'over'] as const;

type Columns = Readonly<Record<string, Column>>;
const AMOUNT: Column = { width: 6.75, number: true, place: 'amount' };
const PAYER: Column = { width: 0, grows: true, place: 'who', opens: true, copies: 'endToEndId' };
const REASON: Column = { width: 9.5, place: 'note', plain: true, copies: 'id' };
const ASSIGNEE: Column = { width: 7.5, place: 'state' };

const endedColumns = {
  time: { width: 8.75, place: 'time' },
  reason: { ...REASON, under: 50 },
  payer: PAYER,
  assignee: { ...ASSIGNEE, width: 6.25 },
  result: { width: 11.25, place: 'note', plain: true },
  amount: AMOUNT,
} as const satisfies Columns;
/** Most urgent first; no width hides a column. Where no defenses are taken, the status replaces the draft. */
export const queueColumns = {
  open: {
    time: { width: 9.25, place: 'time' },
    scale: { width: 5.5 },
    reason: REASON,
    payer: PAYER,
    assignee: ASSIGNEE,
    draft: { width: 7, place: 'note', plain: true },
    status: { width: 9, place: 'note' },
    amount: AMOUNT,
  },
  answered: endedColumns,
  closed: endedColumns,
} as const satisfies Record<(typeof DISPUTE_STATES)[number], Columns>;

/** Guichê sorts its own copy of the disputes. */
const SORTS = ['time', 'amount'] as const;

/** The queue's filters. Guichê guesses the situation; types and assignees come from disputes already read. */
export const disputesList = defineList({
  name: 'disputes',
  filters: [
    filter.choice('state', DISPUTE_STATES, parseAsStringLiteral(DISPUTE_STATES)),
    filter.choices('situation', SITUATIONS),
    filter.text('type', { most: 40 }),
    filter.text('assignee', { most: 64, form: 'id' }),
    filter.choice('due', DUES, parseAsStringLiteral(DUES)),
    filter.text('code', { most: 80, form: 'id' }),
    filter.personal({ document: { most: 24, form: 'document' }, name: { most: 120 } }),
    filter.period(),
    filter.range(),
    ...ordered(SORTS),
  ],
  // Each state shows some of these columns, at its own widths.
  columns: { ...queueColumns.open, result: endedColumns.result },
  sort: SORTS,
  csv: 'GET /disputes.csv',
  views: {
    mine: { assignee: ME },
    unassigned: { assignee: NOBODY },
    answeredMine: { state: 'answered', assignee: ME },
  },
});
type UrlFilter = FiltersOf<typeof disputesList>;
export type QueueFilter = UrlFilter & { state: (typeof DISPUTE_STATES)[number] };
/** The filters of the URL; without a state, open disputes. */
export const queueFilterFrom = (url: UrlFilter): QueueFilter => ({ ...url, state: url.state ?? 'open' });

/** Columns of the most recently sent defenses. */
export const recentColumns: Columns = {
  time: { width: 9.25, place: 'time' },
  dispute: { width: 0, grows: true, place: 'who', opens: true },
  by: { width: 8, place: 'state' },
  status: { width: 8, under: 40 },
  amount: AMOUNT,
};

/** Columns of earlier defenses of the same dispute type. */
export const earlierColumns: Columns = {
  time: { width: 6.5, place: 'time' },
  dispute: { width: 0, grows: true, place: 'who', opens: true },
  result: { width: 11.25, place: 'state' },
  files: { width: 7, under: 40 },
  amount: AMOUNT,
};
