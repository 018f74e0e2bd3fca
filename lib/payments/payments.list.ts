import { createLoader, parseAsStringLiteral } from 'nuqs/server';
import { type Column, defineList, type FiltersOf, filter, type List } from '#lib/list/list.ts';
import { parseAsDay, parseAsText, parseAsWhole } from '#lib/list/parsers.ts';
import { type PaymentPage, STATUSES_OF } from '#lib/payments/rules.ts';

const TIME: Column = { width: 9.25, place: 'time' };
const STATE: Column = { width: 7, place: 'state' };
const WHO: Column = { width: 0, grows: true, place: 'who', opens: true };
const AMOUNT: Column = { width: 7.25, number: true, place: 'amount' };

const VIEWS: Readonly<Record<PaymentPage, List['views']>> = {
  charges: {
    paidToday: { period: 'today', status: 'COMPLETED' },
    open7days: { period: 'days7', status: 'PENDING' },
    unpaid7days: { period: 'days7', status: 'EXPIRED,CANCELED' },
  },
  withdrawals: {
    underWay: { status: 'PENDING' },
    today: { period: 'today' },
    cameBack7days: { period: 'days7', status: 'CANCELED,REFUNDED,ERROR' },
  },
  transfers: {
    today: { period: 'today' },
    failed30days: { period: 'days30', status: 'CANCELED,ERROR' },
  },
};

const paymentList = (page: PaymentPage, side: number) =>
  defineList({
    name: page,
    filters: [
      filter.words('status', STATUSES_OF[page]),
      filter.period(parseAsDay),
      // Guichê applies it to the rows it reads, as in the transaction list.
      filter.range(),
      filter.text('clientReference', { most: 64 }),
    ],
    columns: {
      time: TIME,
      state: STATE,
      who: WHO,
      reference: { width: 8, under: page === 'transfers' ? 74 : 62, copies: 'clientReference' },
      // Charges: time until payment. Withdrawals: kind of key. Transfers: the description.
      side: { width: side, under: page === 'transfers' ? 62 : 50 },
      // Hidden for charges, because systems usually request them.
      by: { width: 8.5, under: 74, hidden: page === 'charges' },
      amount: AMOUNT,
    },
    sort: ['time', 'amount'],
    csv: `GET /${page}.csv`,
    views: VIEWS[page],
  });

/** Document 1: charges, withdrawals and transfers of the account. Document 2: charges and withdrawals. */
export const paymentLists = {
  charges: paymentList('charges', 6.25),
  withdrawals: paymentList('withdrawals', 6.25),
  transfers: paymentList('transfers', 12),
} as const satisfies Record<PaymentPage, unknown>;
export type PaymentFilters = FiltersOf<typeof paymentLists.charges>;

/** Views of the charges page: the list, the outcomes, or the account's own Pix keys. */
const CHARGE_VIEWS = ['list', 'funnel', 'keys'] as const;
export const chargeViewParser = parseAsStringLiteral(CHARGE_VIEWS).withDefault('list');
/** Filters of the funnel: a virtual account's name, and the time to pay in minutes. */
export const funnelParsers = { account: parseAsText(50), term: parseAsWhole(10_000_000) };
export const loadPaymentFilters = createLoader(paymentLists.charges.parsers);
