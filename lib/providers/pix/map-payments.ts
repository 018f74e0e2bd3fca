import 'server-only';
import { wayOfTransfer } from '#lib/providers/direction.ts';
import { UnreadableAnswer } from '#lib/providers/envelopes.ts';
import type { Payment, RefundState } from '#lib/providers/money-records.ts';
import { centsOf, toDetail, toTransaction, waysIn } from '#lib/providers/pix/map.ts';
import type { WireDetail, WireTransaction } from '#lib/providers/pix/wire.ts';
import type { WireRefunded } from '#lib/providers/pix/wire-payments.ts';
import type { PaymentReference } from '#lib/providers/port.ts';
import type { Refund, Transaction } from '#lib/providers/records.ts';
import { toRefund } from '#lib/providers/refund-fields.ts';
import { disputeWordOf } from '#lib/states/dispute.ts';
import { wentBack } from '#lib/states/money.ts';
import { stateOf, stayed } from '#lib/states/money-state.ts';

/** Pure: what wire.ts and wire-payments.ts read → the records of money. Cents; null where the provider does not say. */

export const toPayment = (wire: WireTransaction): Payment => asPayment(toTransaction(wire));

/** A transaction in the words of payments: document 1 names no `description`, but a payment may have been given one. */
export function asPayment(transaction: Transaction): Payment {
  const { description, ...other } = transaction.other;
  const payment = transaction.method === 'INTERNAL_TRANSFER' ? withWay(transaction) : transaction;
  return typeof description === 'string' ? { ...payment, other, description } : payment;
}

/** Of a transfer a word beside it tells more than its type: a service may give one type to both ways. */
const withWay = (transaction: Transaction): Payment => ({
  ...transaction,
  way: wayOfTransfer(waysIn(transaction.other), transaction.type),
});

/**
 * The one that was asked for among what a look-up answered; null where it answered none. Where it answered others
 * only, its filter was not read: that does not say that there is none (UnreadableAnswer).
 */
export function theOneMeant(found: readonly WireTransaction[], by: PaymentReference): Payment | null {
  if (found.length === 0) return null;
  const alone = found.length === 1;
  const names = ['id', 'clientReference', 'endToEndId', 'virtualAccount'] as const;
  const fits = ({ fields }: WireTransaction) =>
    names.every((name) => by[name] === undefined || by[name] === (fields[name] ?? (alone ? by[name] : null)));
  const [newest] = found.filter(fits).map(toPayment).sort(newestFirst);
  if (newest === undefined) throw new UnreadableAnswer('asked-transaction');
  return newest;
}

const newestFirst = (a: { createdAt: string | null }, b: { createdAt: string | null }) =>
  (b.createdAt ?? '').localeCompare(a.createdAt ?? '');

/** `paymentId`'s state as the answer to a refund of it tells. */
export function refundedState(read: WireRefunded): RefundState {
  if (read.detail !== null) return refundStateOf(read.detail);
  const refund = toRefund(centsOf)(read.refund);
  return {
    refunded: null,
    inProgress: null,
    refundable: null,
    status: refund.status,
    refunds: [refund],
    openDispute: null,
  };
}

export function refundStateOf(wire: WireDetail): RefundState {
  const { transaction, refunds: listed, disputes } = toDetail(wire, null, '');
  const refunds = listed.length > 0 ? [...listed].sort(newestFirst) : told(transaction);
  const sums = wire.lostRefund ? UNTOLD_SUMS : sumsOf(transaction, refunds);
  const { id, endToEndId } = wire.transaction.fields;
  return {
    paymentId: id,
    names: [id, endToEndId].filter((name) => name !== null),
    ...sums,
    refundable: refundableOf(transaction, sums),
    status: refunds[0]?.status ?? transaction.refundStatus,
    refunds,
    openDispute: disputes.find(({ status }) => disputeWordOf(status) !== 'closed')?.id ?? null,
  };
}

/** The one refund that a transaction's own fields tell of. */
function told(transaction: Transaction): Refund[] {
  const { refundAmount, refundStatus, refundReason, refundDescription, refundEndToEndId, refundedAt } =
    transaction;
  if ((refundAmount ?? refundStatus ?? refundEndToEndId ?? refundedAt) === null) return [];
  return [
    {
      id: null,
      amount: refundAmount,
      status: refundStatus,
      reason: refundReason,
      description: refundDescription,
      endToEndId: refundEndToEndId,
      refundedAt,
      createdAt: null,
    },
  ];
}

type Sums = Pick<RefundState, 'refunded' | 'inProgress'>;
const UNTOLD_SUMS: Sums = { refunded: null, inProgress: null };

/** Document 1's refundStatus; an older service lists the words of a transaction's status. */
function sumsOf(transaction: Transaction, refunds: readonly Refund[]): Sums {
  const state = stateOf(transaction);
  if (refunds.length === 0) {
    if (state === 'returned') return { refunded: transaction.amount, inProgress: 0 };
    return state === 'returning' || state === 'partly' || state === null
      ? UNTOLD_SUMS
      : { refunded: 0, inProgress: 0 };
  }
  const those = (end: 'back' | 'open') => sum(refunds.filter((refund) => wentBack(refund) === end));
  return { refunded: those('back'), inProgress: those('open') };
}

function sum(refunds: readonly Refund[]): number | null {
  return refunds.reduce<number | null>(
    (total, { amount }) => (total === null || amount === null ? null : total + amount),
    0,
  );
}

/** Refundable cents: only of a payment that was paid and stands. */
function refundableOf(transaction: Transaction, { refunded, inProgress }: Sums): number | null {
  const { type, amount } = transaction;
  const state = stateOf(transaction);
  if (state === null) return null;
  const stands = stayed(state) || state === 'returning';
  const takes = type === null || type === 'DEPOSIT' || type === 'WITHDRAW';
  if (!takes || !stands) return 0;
  if (amount === null || refunded === null || inProgress === null) return null;
  return Math.max(0, amount - refunded - inProgress);
}
