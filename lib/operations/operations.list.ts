import { parseAsStringLiteral } from 'nuqs/server';
import { type Column, defineList, type FiltersOf, filter, ordered, tableColumns } from '#lib/list/list.ts';
import { ENDED_STATES, KINDS, OPEN_STATES } from '#lib/operations/rules.ts';

const AMOUNT: Column = { width: 8, number: true, place: 'amount' };

/** Values of the `show` filter. Without one, all operations are shown. */
const SHOWN = ['open', 'rejected'] as const;
const REJECTED = ['rejected', 'declined', 'expired'] as const;
const MONEY_OUT = 'withdrawal.key,withdrawal.code,transfer.create,refund.create,card-charge.reverse';

/** Guichê sorts these, because they are its own records. */
const SORTS = ['begun', 'end', 'amount'] as const;

/** List of operations requested in Guichê. Its filters offer the kinds and requesters of the loaded rows. */
export const operationsList = defineList({
  name: 'operations',
  filters: [
    filter.choice('show', SHOWN, parseAsStringLiteral(SHOWN)),
    filter.choices('kind', KINDS),
    filter.period(),
    filter.range(),
    filter.text('operator', { most: 128, form: 'id' }),
    filter.text('clientReference', { most: 64 }),
    ...ordered(SORTS),
  ],
  columns: {
    state: { width: 11, place: 'state' },
    what: { width: 0, grows: true, place: 'who', opens: true },
    target: { width: 0, grows: true, place: 'note', copies: 'target' },
    actor: { width: 9, under: 62 },
    begun: { width: 10.5, place: 'time' },
    end: { width: 12, place: 'note', plain: true },
    amount: AMOUNT,
  },
  sort: SORTS,
  csv: 'GET /operations.csv',
  views: {
    moneyUnderWay: { show: 'open', kind: MONEY_OUT },
    moneyRefused: { show: 'rejected', kind: MONEY_OUT },
  },
});
export type OperationFilters = FiltersOf<typeof operationsList>;

/** The states that `show` selects, split into open and ended ones. */
export const statesOf = ({ show }: Pick<OperationFilters, 'show'>) => ({
  open: show === 'rejected' ? [] : OPEN_STATES,
  ended: show === 'open' ? [] : show === 'rejected' ? REJECTED : ENDED_STATES,
});

/** Columns of open operations, shown with the lists of their kind. */
export const openOperationColumns = tableColumns({
  time: { width: 9.25, place: 'time' },
  state: { width: 10, place: 'state' },
  who: { width: 0, grows: true, place: 'who', opens: true },
  by: { width: 8, under: 50 },
  next: { width: 20, place: 'note' },
  amount: AMOUNT,
});

/** Columns of related operations, shown with the one being decided. */
export const operationLineColumns = tableColumns({
  when: { width: 9.5, place: 'time' },
  state: { width: 10.5, place: 'state' },
  what: { width: 0, grows: true, place: 'who', opens: true },
  amount: AMOUNT,
});
