import { createHash } from 'node:crypto';
import { amountOf, type Cause, type Reason, type Side, unitsOf } from '#lib/closings/rules.ts';
import type { Day } from '#lib/core/dates.ts';
import type { WireAmount } from '#lib/core/money.ts';
import type { MoneyState } from '#lib/core/status/money.ts';

/** What a day's reconciliation compares. Cents; instants are ISO 8601 UTC. */

export type Line = {
  id: string;
  /** Place in the provider's list, newest first. */
  place: number;
  /** Null: the available balance did not move, or its direction is unknown. */
  side: Side | null;
  /** '' without a word. */
  type: string;
  /** Signed. Null: unknown. */
  amount: number | null;
  exact: string | null;
  gross: number | null;
  fee: number | null;
  balanceBefore: number | null;
  balanceAfter: number | null;
  available: boolean;
  transactionId: string | null;
  endToEndId: string | null;
  disputeId: string | null;
  postedAt: string;
};

export type Payment = {
  id: string;
  status: string | null;
  state: MoneyState | null;
  side: 'in' | 'out' | null;
  amount: number | null;
  exact: string | null;
  fee: number | null;
  feeExact: string | null;
  refunded: number | null;
  /** Paid back from money that a dispute had blocked, so that no line of its own shows it. */
  refundOfDispute: boolean;
  refundedAt: string | null;
  endToEndId: string | null;
  clientReference: string | null;
  createdAt: string | null;
  paidAt: string | null;
  updatedAt: string | null;
  /** Day of its line, when the statement shows it on another day. */
  postedDay: Day | null;
};

/** An operation of Guichê that moves money. */
export type Operation = {
  id: string;
  kind: 'withdrawal' | 'transfer' | 'refund';
  state: 'open' | 'confirmed';
  amount: number | null;
  /** The payment that it made or refunded, by the provider's id; null: not known. */
  paymentId: string | null;
  at: string;
};

/** The last notice of a transaction, never delivered. */
export type FailedNotice = { transactionId: string; event: string | null; at: string | null };

/** `transactionId`: the payment that an operator matched it with. */
export type Order = {
  row: number;
  reference: string;
  endToEndId: string | null;
  amount: number;
  transactionId: string | null;
};

export type World = {
  day: Day;
  lines: readonly Line[];
  payments: readonly Payment[];
  operations: readonly Operation[];
  failedNotices: readonly FailedNotice[];
  /** Disputes with a block on an earlier day. */
  blockedBefore: ReadonlySet<string>;
  /** Null: no file was given. */
  orders: readonly Order[] | null;
};

export type RecordSide = {
  kind: 'line' | 'transaction' | 'operation' | 'notice' | 'order';
  id: string;
  amount: WireAmount | null;
  at: string | null;
  word: string | null;
};

export type Difference = {
  id: string;
  cause: Cause;
  reason: Reason | null;
  left: RecordSide | null;
  right: RecordSide | null;
  /** Without sign. */
  difference: WireAmount;
  transactionId: string | null;
  /** It explains itself: nobody has to. */
  resolved: boolean;
};

type Found = Omit<Difference, 'id' | 'difference' | 'reason' | 'resolved' | 'transactionId'> & {
  reason?: Reason;
  /** Units of 10^-8 real; the sign is dropped. */
  units: bigint;
  transactionId?: string | null;
  resolved?: boolean;
};

/** A difference with its stable id: of its cause and its records, not of their amounts. */
export function difference({ units, ...found }: Found): Difference {
  const { cause, reason = null, left, right, transactionId = null, resolved = false } = found;
  const records = [left, right].map((side) => (side === null ? null : [side.kind, side.id]));
  const hash = createHash('sha256').update(JSON.stringify([cause, reason, records]));
  return {
    id: hash.digest('hex').slice(0, 24),
    cause,
    reason,
    left,
    right,
    difference: amountOf(units < 0n ? -units : units),
    transactionId,
    resolved,
  };
}

export const wire = (cents: number, exact: string | null): WireAmount =>
  exact === null ? { cents } : { cents, exact };

/** Cents (or their exact text) in units; 0 where nothing is known. */
export const unitsIn = (cents: number | null, exact: string | null = null): bigint =>
  cents === null ? 0n : unitsOf(wire(cents, exact));

/** A line's signed amount before the fee inside it, where the line shows one. In units. */
export function beforeFee({ amount, exact, gross }: Line): bigint {
  if (amount === null || gross === null || gross === 0) return unitsIn(amount, exact);
  return unitsIn(Math.sign(amount) * Math.abs(gross));
}

export const lineSide = (line: Line): RecordSide => ({
  kind: 'line',
  id: line.id,
  amount: line.amount === null ? null : wire(line.amount, line.exact),
  at: line.postedAt,
  word: line.type === '' ? null : line.type,
});

/** A transaction with an amount of it: the whole, or its fee or refund. Signed by the direction of its money. */
export const paymentSide = (
  payment: Payment,
  amount: WireAmount | null = signedAmount(payment),
): RecordSide => ({
  kind: 'transaction',
  id: payment.id,
  amount,
  at: payment.paidAt ?? payment.createdAt,
  word: payment.status,
});

export function signedAmount({ amount, exact, side }: Payment): WireAmount | null {
  if (amount === null) return null;
  const units = unitsIn(amount, exact);
  return amountOf(side === 'out' ? -units : units);
}
