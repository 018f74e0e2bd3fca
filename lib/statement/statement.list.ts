import { createLoader, parseAsStringLiteral } from 'nuqs/server';
import { defineList, type FiltersOf, filter, ordered } from '#lib/list/list.ts';
import { DEPOSIT_STATUSES, LINE_STATUSES } from '#lib/statement/rules.ts';

/** The account's statement. Each service supports some of these filters (`filters` of its answer). */
export const statementList = defineList({
  name: 'statement',
  filters: [
    filter.period(),
    filter.words('type', []),
    filter.choice('direction', ['in', 'out'], parseAsStringLiteral(['in', 'out'])),
    // Document 2 accepts only one.
    filter.words('status', LINE_STATUSES, { single: true }),
    filter.amount(),
    filter.personal({ search: { most: 120, least: 2 }, document: { most: 80, rule: 'documentOrKey' } }),
    filter.text('transactionId', { most: 128, form: 'id' }),
    filter.text('endToEndId', { most: 64, form: 'code' }),
    ...ordered(['posted', 'created']),
  ],
  columns: {
    pair: { width: 1.25, under: 50 },
    time: { width: 5.25, place: 'time' },
    type: { width: 11, place: 'who', opens: true, copies: 'transactionId' },
    who: { width: 0, grows: true, place: 'state' },
    transaction: { width: 8.5, under: 62, hidden: true, copies: 'transactionId' },
    endToEndId: { width: 9.5, under: 62, hidden: true, copies: 'endToEndId' },
    // When this column is hidden, the fee lines are in the drawer of their payment.
    fee: { width: 4.5, number: true, under: 40 },
    amount: { width: 8, number: true, place: 'amount' },
    // Without a label on narrow screens, because a line that moved nothing has its own text here.
    after: { width: 7.25, number: true, place: 'note', plain: true },
  },
  // Both services sort by time only. A control next to the filters chooses which of the two instants.
  sort: ['time'],
  csv: 'GET /statement.csv',
  views: {
    today: { period: 'today' },
    out7days: { period: 'days7', direction: 'out' },
    month: { period: 'month' },
  },
});
export type StatementFilters = FiltersOf<typeof statementList>;

/** Deposits waiting to be credited. */
export const depositsList = defineList({
  name: 'deposits',
  filters: [
    filter.words('status', DEPOSIT_STATUSES),
    filter.period(),
    filter.range(),
    filter.personal({ document: { most: 24, form: 'document' }, name: { most: 120 } }),
    filter.text('endToEndId', { most: 64, form: 'code' }),
  ],
  columns: {
    arrived: { width: 9.5, place: 'time' },
    status: { width: 10, place: 'state' },
    payer: { width: 0, grows: true, place: 'who', opens: true, copies: 'endToEndId' },
    bank: { width: 13, under: 62 },
    amount: { width: 9, number: true, place: 'amount' },
  },
  sort: ['arrived', 'amount'],
  csv: 'GET /pending-deposits.csv',
  views: {
    waiting: { status: 'PENDING,APPROVED' },
    notCredited30days: { period: 'days30', status: 'REJECTED,EXPIRED' },
  },
});
export type DepositFilters = FiltersOf<typeof depositsList>;

export const tabParser = parseAsStringLiteral(['pending']);
export const loadTab = createLoader({ tab: tabParser });
