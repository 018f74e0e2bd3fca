import { createLoader, parseAsStringLiteral } from 'nuqs/server';
import { type Column, defineList, type FiltersOf, filter } from '#lib/list/list.ts';

export const DISPUTE_STATES = ['open', 'answered', 'closed'] as const;
export const stateParser = parseAsStringLiteral(DISPUTE_STATES).withDefault('open');
/** The assignee of what nobody has in hand. */
export const NOBODY = 'none';

/** The queue; the provider's type and an operator's id, both offered from what was read. */
export const disputesList = defineList({
  name: 'disputes',
  filters: [filter.text('type', { most: 40 }), filter.text('assignee', { most: 64, form: 'id' })],
});
export type QueueFilter = { state: (typeof DISPUTE_STATES)[number] } & FiltersOf<typeof disputesList>;
export const loadQueueFilter = createLoader({ state: stateParser, ...disputesList.parsers });

type Columns = Readonly<Record<string, Column>>;
const AMOUNT: Column = { width: 6.75, number: true, place: 'amount' };
const ASSIGNEE: Column = { width: 7, place: 'state' };

const endedColumns: Columns = {
  time: { width: 8.75, place: 'time' },
  dispute: { width: 8.25, grows: true, place: 'who', opens: true },
  payer: { width: 0, grows: true, under: 50, place: 'note', plain: true },
  assignee: { ...ASSIGNEE, width: 6.25 },
  result: { width: 11.25, place: 'note', plain: true },
  amount: AMOUNT,
};
/** What is due first; without defenses the service's word stands in the draft's place. */
export const queueColumns = {
  open: {
    time: { width: 9.25, place: 'time' },
    scale: { width: 9, under: 62 },
    dispute: { width: 8.5, place: 'who', opens: true },
    payer: { width: 0, grows: true, place: 'note', plain: true },
    assignee: ASSIGNEE,
    draft: { width: 10, under: 50, place: 'note', plain: true },
    status: { width: 10, under: 50, place: 'note' },
    amount: AMOUNT,
  },
  answered: endedColumns,
  closed: endedColumns,
} as const satisfies Record<QueueFilter['state'], Columns>;

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
