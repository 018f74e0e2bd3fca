import { amountOf } from '#lib/closings/rules.ts';
import {
  type Difference,
  difference,
  type Order,
  type Payment,
  paymentSide,
  unitsIn,
} from '#lib/closings/world.ts';

/** Orders of the merchant's file against the payments received that day. Pure. */

type Match = { order: Order; payment: Payment; by: 'reference' | 'endToEnd' | 'operator' };
export type Matches = { matched: Match[]; orders: Order[]; payments: Payment[] };

/** Matches by reference, then by end-to-end id, then as an operator said. `orders`, `payments`: the rest. */
export function matchOrders(orders: readonly Order[], payments: readonly Payment[]): Matches {
  const free = new Map(payments.map((payment) => [payment.id, payment]));
  const matched: Match[] = [];
  let rest = [...orders];
  const take = (
    by: Match['by'],
    keyOfOrder: (order: Order) => string,
    keyOf: (payment: Payment) => string,
  ) => {
    const byKey = Map.groupBy(free.values(), keyOf);
    rest = rest.filter((order) => {
      const key = keyOfOrder(order);
      const open = key === '' ? [] : (byKey.get(key) ?? []).filter(({ id }) => free.has(id));
      // Of several payments with the same reference, the one of this amount.
      const payment = open.find(({ amount }) => amount === order.amount) ?? open[0];
      if (payment === undefined) return true;
      free.delete(payment.id);
      matched.push({ order, payment, by });
      return false;
    });
  };
  const plain = (text: string | null) => (text ?? '').trim().toLowerCase();
  // What a person decided holds, whatever the file says.
  take(
    'operator',
    ({ transactionId }) => transactionId ?? '',
    ({ id }) => id,
  );
  take(
    'reference',
    ({ reference }) => plain(reference),
    ({ clientReference }) => plain(clientReference),
  );
  take(
    'endToEnd',
    ({ endToEndId }) => plain(endToEndId),
    ({ endToEndId }) => plain(endToEndId),
  );
  take(
    'endToEnd',
    ({ reference }) => plain(reference),
    ({ endToEndId }) => plain(endToEndId),
  );
  take(
    'reference',
    ({ reference }) => plain(reference),
    ({ id }) => plain(id),
  );
  return { matched, orders: rest, payments: [...free.values()] };
}

const orderSide = ({ reference, amount }: Order) =>
  ({ kind: 'order', id: reference, amount: { cents: amount }, at: null, word: null }) as const;

/** Orders without payment, payments without order, and amounts that differ. */
export function compareOrders({ matched, orders, payments }: Matches): Difference[] {
  const cause = 'order_mismatch';
  return [
    ...matched
      .filter(({ order, payment }) => payment.amount !== order.amount)
      .map(({ order, payment }) =>
        difference({
          cause,
          reason: 'amount',
          left: orderSide(order),
          right: paymentSide(payment),
          units: unitsIn(payment.amount, payment.exact) - unitsIn(order.amount),
          transactionId: payment.id,
        }),
      ),
    ...orders.map((order) =>
      difference({
        cause,
        reason: 'payment_missing',
        left: orderSide(order),
        right: null,
        units: unitsIn(order.amount),
      }),
    ),
    ...payments.map((payment) =>
      difference({
        cause,
        reason: 'order_missing',
        left: null,
        right: paymentSide(payment),
        units: unitsIn(payment.amount, payment.exact),
        transactionId: payment.id,
      }),
    ),
  ];
}

/** The numbers of both sides. */
export function orderSums(orders: readonly Order[], payments: readonly Payment[]) {
  const matches = matchOrders(orders, payments);
  const { matched } = matches;
  const by = (how: Match['by']) => matched.filter((one) => one.by === how).length;
  return {
    count: orders.length,
    sum: amountOf(orders.reduce((sum, { amount }) => sum + unitsIn(amount), 0n)),
    payments: payments.length,
    paymentSum: amountOf(payments.reduce((sum, { amount, exact }) => sum + unitsIn(amount, exact), 0n)),
    matched: { reference: by('reference'), endToEnd: by('endToEnd'), operator: by('operator') },
    amountDiffers: matched.filter(({ order, payment }) => order.amount !== payment.amount).length,
    paymentMissing: matches.orders.length,
    orderMissing: matches.payments.length,
  };
}
export type OrderSums = ReturnType<typeof orderSums>;
