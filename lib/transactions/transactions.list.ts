import { defineList, type FiltersOf, filter } from '#lib/list/list.ts';
import { METHODS, STATUSES, TYPES } from '#lib/transactions/rules.ts';

/** Document 1, GET /user/transactions. Guichê applies the amount range to the rows it reads. */
export const transactionsList = defineList({
  name: 'transactions',
  filters: [
    filter.period(),
    filter.words('status', STATUSES),
    filter.words('type', TYPES),
    filter.words('method', METHODS),
    filter.text('clientReference', { most: 64 }),
    filter.text('virtualAccount', { most: 50 }),
    filter.text('endToEndId', { most: 64, form: 'endToEndId' }),
    filter.amount(),
    filter.personal({ document: { most: 24, form: 'document' }, name: { most: 120 } }),
  ],
  columns: {
    time: { width: 4.875, place: 'time' },
    state: { width: 8, place: 'state' },
    who: { width: 10, grows: true, place: 'who' },
    reference: { width: 9, under: 50, copies: 'reference' },
    notice: { width: 7, under: 40, place: 'secondary' },
    type: { width: 6, under: 62 },
    method: { width: 6.5, under: 62, hidden: true },
    virtualAccount: { width: 7.5, under: 62, hidden: true, copies: 'virtualAccount' },
    endToEndId: { width: 9.5, under: 62, hidden: true, copies: 'endToEndId' },
    id: { width: 8.5, under: 62, hidden: true, copies: 'id' },
    paidAt: { width: 9, under: 62, hidden: true },
    fee: { width: 6, under: 50, number: true, hidden: true, copies: 'fee' },
    refunded: { width: 6.5, under: 50, number: true, hidden: true, copies: 'refunded' },
    amount: { width: 8, number: true, place: 'amount' },
  },
  sort: ['time', 'amount'],
  csv: 'GET /transactions.csv',
  views: {
    failedYesterday: { period: 'yesterday', status: 'ERROR' },
    withdrawalsToday: { period: 'today', type: 'WITHDRAW' },
    pending7days: { period: 'days7', status: 'PENDING' },
  },
});
export type TransactionFilters = FiltersOf<typeof transactionsList>;
export type TransactionColumn = keyof typeof transactionsList.columns;
