import { parseAsStringLiteral } from 'nuqs/server';
import { SITUATIONS } from '#lib/disputes/rules.ts';
import { type Column, defineList, type FiltersOf, filter, ordered } from '#lib/list/list.ts';

export const DISPUTE_STATES = ['open', 'answered', 'closed'] as const;
/** The assignee of what nobody has in hand, and who asks: a view that is shared means its reader. */
export const NOBODY = 'none';
export const ME = 'me';
/** Open ones that are due within 24 hours, and those past their deadline. */
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
/** The most urgent come first, and no width takes a column away; without defenses the service's word stands in the draft's place. */
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

/** The mirror is Guichê's: it puts the queue in order itself. */
const SORTS = ['time', 'amount'] as const;

/** The queue; the situation is read from the report, the provider's type and operators are offered from what was read. */
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
  // Each state tells some of them, at widths of its own.
  columns: { ...queueColumns.open, result: endedColumns.result },
  sort: SORTS,
  csv: 'GET /disputes.csv',
  views: {
    mine: { assignee: ME },
    unassigned: { assignee: NOBODY },
    answeredMine: { state: 'answered', assignee: ME },
  },
});
type Asked = FiltersOf<typeof disputesList>;
export type QueueFilter = Asked & { state: (typeof DISPUTE_STATES)[number] };
/** The filters of the address; open disputes where it names no state. */
export const queueFilterOf = (asked: Asked): QueueFilter => ({ ...asked, state: asked.state ?? 'open' });

/** Defenses sent last. */
export const recentColumns: Columns = {
  time: { width: 9.25, place: 'time' },
  dispute: { width: 0, grows: true, place: 'who', opens: true },
  by: { width: 8, place: 'state' },
  status: { width: 8, under: 40 },
  amount: AMOUNT,
};

/** Earlier defenses of a dispute's type. */
export const earlierColumns: Columns = {
  time: { width: 6.5, place: 'time' },
  dispute: { width: 0, grows: true, place: 'who', opens: true },
  result: { width: 11.25, place: 'state' },
  files: { width: 7, under: 40 },
  amount: AMOUNT,
};
