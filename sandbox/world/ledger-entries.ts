import type { PixTransaction } from '../types.ts';
import { TAG } from './codes.ts';
import type { Dispute } from './dispute-book.ts';
import { UNIT } from './disputes.ts';
import type { Entry } from './overlay.ts';
import { feeOf } from './profile.ts';
import { BLOCK } from './slots.ts';
import { QUICK } from './timeline.ts';
import type { SandboxWorld } from './world.ts';

/** One movement of the account, in cents. The automatic withdrawal leaves `carried` ones on the account. */
export type Movement = {
  at: number;
  delta: number;
  balanceType: 'AVAILABLE' | 'BLOCKED';
  reason: string;
  transactionId: string | null;
  infractionId: string | null;
  carried: boolean;
};

const CREDITS: Record<string, string> = {
  PIX: 'PIX_DEPOSIT',
  BANK_SLIP: 'BANK_SLIP_DEPOSIT',
  INTERNAL_TRANSFER: 'INTERNAL_TRANSFER_RECEIVED',
};

function movement(
  at: number,
  delta: number,
  reason: string,
  row: PixTransaction,
  carried: boolean,
): Movement {
  return { at, delta, balanceType: 'AVAILABLE', reason, transactionId: row.id, infractionId: null, carried };
}

/** The account movements of a transaction, in the state that `row` has. */
export function movementsOf(row: PixTransaction, entry: Entry | null): Movement[] {
  const carried = entry !== null && entry.index === null;
  const list: Movement[] = [];
  const add = (iso: string | null, delta: number, reason: string) => {
    if (iso !== null && delta !== 0) list.push(movement(Date.parse(iso), delta, reason, row, carried));
  };
  const fee = Math.round(row.serviceFeeCharged ?? 0);
  if (row.type === 'COMMISSION') add(row.paidAt, row.amount, 'COMMISSION');
  if (row.type === 'DEPOSIT') {
    add(row.paidAt, row.amount, CREDITS[row.method] ?? 'DEPOSIT');
    add(row.paidAt, -fee, 'SERVICE_FEE');
  }
  if (row.type === 'WITHDRAW') {
    add(row.createdAt, -row.amount, row.method === 'PIX' ? 'PIX_WITHDRAW' : 'INTERNAL_TRANSFER_SENT');
    add(row.paidAt, -fee, 'SERVICE_FEE');
    if (row.status === 'CANCELED' || row.status === 'ERROR')
      add(row.updatedAt, row.amount, 'PIX_WITHDRAW_REVERSAL');
  }
  const refunds = entry?.refunds.length
    ? entry.refunds
    : [{ ...row, amount: row.refundAmount ?? 0, reason: row.refundReason }];
  for (const refund of refunds) {
    if (refund.reason !== 'INFRACTION') add(refund.refundedAt, -refund.amount, 'PIX_REFUND');
  }
  return list;
}

/**
 * Same as `movementsOf`, but builds the row only for refunds, because a busy hour has thousands of
 * transactions.
 */
export function computedMovementsOf(world: SandboxWorld, index: number, horizon: number): Movement[] {
  const { type, method, scenario } = world.slots.of(index);
  if (scenario === 'refunded' || scenario === 'partial')
    return movementsOf(world.rows.row(index, horizon), null);
  const { createdAt, paidAt, steps } = world.timelines.of(index);
  const amount = world.rows.amountOf(index);
  const transactionId = world.codes.id(TAG.base, index);
  const list: Movement[] = [];
  const add = (at: number, delta: number, reason: string) => {
    if (delta === 0) return;
    list.push({
      at,
      delta,
      balanceType: 'AVAILABLE',
      reason,
      transactionId,
      infractionId: null,
      carried: false,
    });
  };
  const fee = Math.round(feeOf(type, method, amount, world.dice(94, index)));
  if (type === 'WITHDRAW')
    add(createdAt, -amount, method === 'PIX' ? 'PIX_WITHDRAW' : 'INTERNAL_TRANSFER_SENT');
  if (paidAt === null) {
    const end = steps.at(-1);
    if (type === 'WITHDRAW' && end && end.at <= horizon) add(end.at, amount, 'PIX_WITHDRAW_REVERSAL');
  } else if (paidAt <= horizon) {
    if (type === 'COMMISSION') add(paidAt, amount, 'COMMISSION');
    if (type === 'DEPOSIT') add(paidAt, amount, CREDITS[method] ?? 'DEPOSIT');
    add(paidAt, -fee, 'SERVICE_FEE');
  }
  return list;
}

type Hold = {
  id: string;
  transactionId: string;
  amount: number;
  from: number;
  until: number;
  settled: boolean;
};

export function holdMovements(hold: Hold): Movement[] {
  const base = { transactionId: hold.transactionId, infractionId: hold.id, carried: false };
  const list: Movement[] = [
    { ...base, at: hold.from, delta: -hold.amount, balanceType: 'AVAILABLE', reason: 'INFRACTION_BLOCK' },
    { ...base, at: hold.from, delta: hold.amount, balanceType: 'BLOCKED', reason: 'INFRACTION_BLOCK' },
  ];
  if (hold.until === Infinity) return list;
  const reason = hold.settled ? 'INFRACTION_SETTLED' : 'INFRACTION_RELEASE';
  list.push({ ...base, at: hold.until, delta: -hold.amount, balanceType: 'BLOCKED', reason });
  if (!hold.settled)
    list.push({ ...base, at: hold.until, delta: hold.amount, balanceType: 'AVAILABLE', reason });
  return list;
}

/** The amount blocked by a dispute of the computed world. */
export function plannedBlock(world: SandboxWorld, number: number, id: string): Hold {
  const plan = world.disputes.plan(number);
  const end = world.disputes.endOf(plan.index);
  return {
    id,
    transactionId: world.codes.id(0, plan.index),
    amount: world.rows.amountOf(plan.index),
    from: plan.openedAt,
    until: end ? end.refundedAt : plan.closedAt,
    settled: end !== null,
  };
}

/** The amount blocked by a dispute that calls or controls changed. */
export function changedBlock(world: SandboxWorld, dispute: Dispute): Hold {
  const row = world.transaction(dispute.transactionId);
  const over = /^(CLOSED|CANCELLED)$/.test(dispute.status);
  const agreed = dispute.analysisResult === 'AGREED';
  const returned = agreed && row?.status === 'REFUNDED' ? Date.parse(row.updatedAt) : Infinity;
  return {
    id: dispute.id,
    transactionId: dispute.transactionId,
    amount: row?.amount ?? 0,
    from: dispute.reportedAt,
    until: agreed ? returned : over ? dispute.updatedAt : Infinity,
    settled: agreed,
  };
}

/** Indexes of the computed world that may move money in [start, end). */
export function* movedBetween(world: SandboxWorld, start: number, end: number): Generator<number> {
  const { calendar, timelines, slots } = world;
  const high = calendar.firstAt(end);
  const quick = calendar.firstAt(start - QUICK);
  for (let index = quick; index < high; index++) yield index;
  const slowFrom = Math.floor(calendar.firstAt(start - timelines.slow - QUICK) / BLOCK) * BLOCK;
  for (let index = slowFrom; index < quick; index++) {
    if (/^(slip-paid|refunded|partial)/.test(slots.of(index).scenario)) yield index;
  }
}

/** Numbers of the disputes that may block money at some time in [start, end). */
export function* disputesBetween(world: SandboxWorld, start: number, end: number): Generator<number> {
  const { disputes, calendar } = world;
  const from = Math.floor(calendar.firstAt(disputes.settledBefore(start)) / UNIT) - 1;
  const until = disputes.openedBy(end - 1);
  for (let number = Math.max(disputes.first, from); number < until; number++) yield number;
}
