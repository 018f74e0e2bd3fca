import type { Payment } from '#lib/providers/money-records.ts';
import { isPending } from './rules.ts';

/** What happened to a payment's money; `other`: the provider says a word that nobody knows. */
export type Stage =
  | 'waiting'
  | 'done'
  | 'partly'
  | 'refunding'
  | 'refunded'
  | 'expired'
  | 'cancelled'
  | 'failed'
  | 'other';

type Told = Pick<Payment, 'status' | 'amount' | 'refundAmount' | 'refundStatus' | 'refundInProgressAmount'>;

const ENDS: readonly [Stage, RegExp][] = [
  ['expired', /^EXPIRED$/],
  ['cancelled', /^CANCEL+ED$/],
  ['failed', /^(ERROR|FAILED)$/],
  ['refunded', /^REFUNDED$/],
  ['refunding', /^WAITING_FOR_REFUND$/],
];
const PAID = /^(COMPLETED|PAID|CONFIRMED)$/;

/** By its status, and once it was paid by what went back of it: a part of it leaves the status as it was. */
export function stageOf(payment: Told): Stage {
  const { status } = payment;
  if (status === null) return 'other';
  if (PAID.test(status)) return backOf(payment);
  const end = ENDS.find(([, words]) => words.test(status));
  if (end !== undefined) return end[0];
  return isPending(status) ? 'waiting' : 'other';
}

function backOf({ amount, refundAmount, refundStatus, refundInProgressAmount }: Told): Stage {
  if ((refundInProgressAmount ?? 0) > 0) return 'refunding';
  const back = refundStatus === 'CANCELED' ? 0 : (refundAmount ?? 0);
  if (back === 0) return 'done';
  if (refundStatus === 'PENDING') return 'refunding';
  return amount === null || back < amount ? 'partly' : 'refunded';
}
