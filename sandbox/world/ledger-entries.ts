import type { PixTransaction } from '../types.ts';
import { TAG } from './codes.ts';
import type { Dispute } from './dispute-book.ts';
import { UNIT } from './disputes.ts';
import type { Entry } from './overlay.ts';
import { feeOf } from './profile.ts';
import { BLOCK, DISPUTES_PER_BLOCK } from './slots.ts';
import { QUICK } from './timeline.ts';
import type { SandboxWorld } from './world.ts';

/** One movement of the account, in cents. */
export type Movement = {
  at: number;
  delta: number;
  balanceType: 'AVAILABLE' | 'BLOCKED';
  reason: string;
  transactionId: string | null;
  infractionId: string | null;
};

const CREDITS: Record<string, string> = {
  PIX: 'PIX_DEPOSIT',
  BANK_SLIP: 'BANK_SLIP_DEPOSIT',
  INTERNAL_TRANSFER: 'INTERNAL_TRANSFER_RECEIVED',
};
const debitOf = (method: string) => (method === 'PIX' ? 'PIX_WITHDRAW' : 'INTERNAL_TRANSFER_SENT');

/** Collects the movements of one transaction on the available balance. */
function movementsList(transactionId: string) {
  const list: Movement[] = [];
  const add = (at: number | null, delta: number, reason: string) => {
    if (at === null || delta === 0) return;
    list.push({ at, delta, balanceType: 'AVAILABLE', reason, transactionId, infractionId: null });
  };
  return { list, add };
}

/** The account movements of a transaction, in the state that `row` has. The statement has whole cents. */
export function movementsOf(row: PixTransaction, entry: Entry | null): Movement[] {
  const { list, add } = movementsList(row.id);
  const time = (iso: string | null) => (iso === null ? null : Date.parse(iso));
  const paidAt = time(row.paidAt);
  const fee = Math.round(row.serviceFeeCharged ?? 0);
  if (row.type === 'COMMISSION') add(paidAt, row.amount, 'COMMISSION');
  if (row.type === 'DEPOSIT') add(paidAt, row.amount, CREDITS[row.method] ?? 'DEPOSIT');
  if (row.type === 'WITHDRAW') add(time(row.createdAt), -row.amount, debitOf(row.method));
  add(paidAt, -fee, 'SERVICE_FEE');
  if (row.type === 'WITHDRAW' && (row.status === 'CANCELED' || row.status === 'ERROR'))
    add(time(row.updatedAt), row.amount, 'PIX_WITHDRAW_REVERSAL');
  const refunds = entry?.refunds.length
    ? entry.refunds
    : [{ ...row, amount: row.refundAmount ?? 0, reason: row.refundReason }];
  for (const refund of refunds) {
    if (refund.reason !== 'INFRACTION') add(time(refund.refundedAt), -refund.amount, 'PIX_REFUND');
  }
  return list;
}

/** Same as `movementsOf`, without the row: all movements that the computed world plans for an index. */
export function plannedMovements(world: SandboxWorld, index: number): Movement[] {
  const { type, method, scenario } = world.slots.of(index);
  const { createdAt, paidAt, refundAt, steps } = world.timelines.of(index);
  const amount = world.rows.amountOf(index);
  const { list, add } = movementsList(world.codes.id(TAG.base, index));
  if (type === 'COMMISSION') add(paidAt, amount, 'COMMISSION');
  if (type === 'DEPOSIT') add(paidAt, amount, CREDITS[method] ?? 'DEPOSIT');
  if (type === 'WITHDRAW') add(createdAt, -amount, debitOf(method));
  add(paidAt, -feeOf(type, method, amount), 'SERVICE_FEE');
  if (type === 'WITHDRAW' && paidAt === null) add(steps.at(-1)?.at ?? null, amount, 'PIX_WITHDRAW_REVERSAL');
  if (scenario === 'refunded') add(refundAt, -amount, 'PIX_REFUND');
  if (scenario === 'partial') add(refundAt, -world.rows.partlyRefunded(index), 'PIX_REFUND');
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
  const base = { transactionId: hold.transactionId, infractionId: hold.id };
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
export function plannedBlock(world: SandboxWorld, number: number): Hold {
  const plan = world.disputes.plan(number);
  const end = world.disputes.endOf(plan.index);
  return {
    id: world.codes.id(TAG.baseDispute, number),
    transactionId: world.codes.id(TAG.base, plan.index),
    amount: world.rows.amountOf(plan.index),
    from: plan.openedAt,
    until: end ? end.refundedAt : plan.closedAt,
    settled: end !== null,
  };
}

/** The amount blocked by a dispute that calls or controls changed: what no refund had returned before. */
export function changedBlock(world: SandboxWorld, dispute: Dispute): Hold {
  const entry = world.entry(dispute.transactionId);
  const row = entry?.transaction;
  const refunded = (entry?.refunds ?? [])
    .filter(({ reason, refundedAt }) => reason !== 'INFRACTION' && refundedAt !== null)
    .filter(({ refundedAt }) => Date.parse(refundedAt ?? '') <= dispute.reportedAt)
    .reduce((sum, { amount }) => sum + amount, 0);
  const over = /^(CLOSED|CANCELLED)$/.test(dispute.status);
  const agreed = dispute.analysisResult === 'AGREED';
  const returned = agreed && row?.status === 'REFUNDED' ? Date.parse(row.updatedAt) : Infinity;
  return {
    id: dispute.id,
    transactionId: dispute.transactionId,
    amount: (row?.amount ?? 0) - refunded,
    from: dispute.reportedAt,
    until: agreed ? returned : over ? dispute.updatedAt : Infinity,
    settled: agreed,
  };
}

/** Indexes below `high` of the computed world that may move money at `from` or later. */
export function* movedBetween(world: SandboxWorld, from: number, high: number): Generator<number> {
  const { calendar, timelines, slots } = world;
  const quick = Math.min(high, calendar.firstAt(from - QUICK));
  for (let index = quick; index < high; index++) yield index;
  const places = slots.table.flatMap(({ scenario }, place) =>
    /^(slip-paid|refunded|partial)/.test(scenario) ? [place] : [],
  );
  const slowFrom = Math.floor(calendar.firstAt(from - timelines.slow - QUICK) / BLOCK);
  for (let block = slowFrom; block * BLOCK < quick; block++) {
    for (const place of places) {
      const index = slots.indexOf(block, place);
      if (index < quick) yield index;
    }
  }
}

/** Numbers of the disputes opened before `end` that may block money at `start` or later. */
export function* disputesBetween(world: SandboxWorld, start: number, end: number): Generator<number> {
  const until = world.disputes.openedBy(end - 1);
  for (let number = firstUnsettled(world, start); number < until; number++) yield number;
}

function firstUnsettled({ disputes, calendar }: SandboxWorld, at: number): number {
  return Math.max(disputes.first, Math.floor(calendar.firstAt(disputes.settledBefore(at)) / UNIT) - 1);
}

/** Cents by which the transactions below `high` change the available balance at `from` or later. */
export function outstanding(world: SandboxWorld, from: number, high: number): number {
  let sum = 0;
  const add = ({ at, balanceType, delta }: Movement) => {
    if (at >= from && balanceType === 'AVAILABLE') sum += delta;
  };
  for (const index of movedBetween(world, from, high)) plannedMovements(world, index).forEach(add);
  const { first, plan } = world.disputes;
  const last = first + Math.ceil(high / BLOCK) * DISPUTES_PER_BLOCK;
  for (let number = firstUnsettled(world, from); number < last; number++) {
    if (plan(number).index < high) holdMovements(plannedBlock(world, number)).forEach(add);
  }
  return sum;
}
