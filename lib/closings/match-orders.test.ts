import { expect, test } from 'vitest';
import { compareOrders, matchOrders, orderSums } from '#lib/closings/match-orders.ts';
import { reconcile } from '#lib/closings/reconcile.ts';
import { booksOf, type Event, worldOf } from '#lib/closings/testing/books.ts';
import type { Order } from '#lib/closings/world.ts';

const events: Event[] = [0, 1, 2, 3].map((at) => ({ kind: 'deposit', amount: 1_000 + at, minute: at }));
const payments = booksOf(events).payments;
const order = (row: number, over: Partial<Order>): Order => ({
  ...{ row, reference: `none-${row}`, endToEndId: null, amount: 1_000, transactionId: null },
  ...over,
});

test('by the operator’s word, then by reference whatever its letters, then by end-to-end id', () => {
  const orders = [
    order(1, { reference: ' REF-t0 ' }),
    order(2, { endToEndId: 'Et1', amount: 1_001 }),
    // Its reference is of another payment: what a person decided holds.
    order(3, { reference: 'ref-t3', transactionId: 't2', amount: 1_002 }),
    order(4, { amount: 5 }),
  ];
  const matches = matchOrders(orders, payments);
  expect(matches.matched.map(({ order: { row }, payment: { id }, by }) => [row, id, by])).toEqual([
    [3, 't2', 'operator'],
    [1, 't0', 'reference'],
    [2, 't1', 'endToEnd'],
  ]);
  expect(
    compareOrders(matches).map(({ reason, left, right }) => [reason, left?.id ?? null, right?.id ?? null]),
  ).toEqual([
    ['payment_missing', 'none-4', null],
    ['order_missing', null, 't3'],
  ]);
  expect(orderSums(orders, payments)).toMatchObject({
    ...{ count: 4, payments: 4, amountDiffers: 0, paymentMissing: 1, orderMissing: 1 },
    matched: { reference: 1, endToEnd: 1, operator: 1 },
    sum: { cents: 3_008 },
  });
});

test('of two payments with one reference, each order gets the one of its amount', () => {
  const twice = payments.map((one) => ({ ...one, clientReference: 'same' }));
  const orders = [
    order(1, { reference: 'same', amount: 1_003 }),
    order(2, { reference: 'same', amount: 1_001 }),
  ];
  const { matched } = matchOrders(orders, twice);
  expect(matched.map(({ payment }) => payment.amount)).toEqual([1_003, 1_001]);
});

test('two orders of one reference without payment are two differences', () => {
  const orders = [order(1, { reference: 'x' }), order(2, { reference: 'x' })];
  const found = reconcile({ ...worldOf(booksOf([])), orders });
  expect(found.map(({ reason }) => reason)).toEqual(['payment_missing', 'payment_missing']);
  expect(new Set(found.map(({ id }) => id)).size).toBe(2);
});
