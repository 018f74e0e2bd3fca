import { type MoneyState, stateOf } from '#lib/core/status/money.ts';
import type { Payment } from '#lib/providers/money-records.ts';

/** Stages of a payment's money. `other`: the provider's status is unknown. */
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

type StageFields = Pick<
  Payment,
  'status' | 'state' | 'amount' | 'refundAmount' | 'refundStatus' | 'refundEnd' | 'refundInProgressAmount'
>;

const STAGES: Record<Exclude<MoneyState, 'done'>, Stage> = {
  waiting: 'waiting',
  expired: 'expired',
  cancelled: 'cancelled',
  refused: 'failed',
  returned: 'refunded',
  returning: 'refunding',
  partly: 'partly',
};

/**
 * Derived from the state and, once paid, from the refunded amount: a partial refund does not change the
 * state.
 */
export function stageOf(payment: StageFields): Stage {
  const state = stateOf(payment);
  if (state === 'done') return refundStage(payment);
  if (state === 'partly' && (payment.refundInProgressAmount ?? 0) > 0) return 'refunding';
  return state === null ? 'other' : STAGES[state];
}

function refundStage({
  amount,
  refundAmount,
  refundStatus,
  refundEnd,
  refundInProgressAmount,
}: StageFields): Stage {
  if ((refundInProgressAmount ?? 0) > 0) return 'refunding';
  const end = refundEnd ?? (refundStatus === null ? 'back' : 'open');
  const back = end === 'none' ? 0 : (refundAmount ?? 0);
  if (back === 0) return 'done';
  if (end === 'open') return 'refunding';
  return amount === null || back < amount ? 'partly' : 'refunded';
}
