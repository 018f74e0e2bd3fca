import { ControlError, type ControlParts, type Input } from './control-parts.ts';
import type { PixTransaction } from './types.ts';
import { decide } from './world/life.ts';
import type { Entry } from './world/overlay.ts';
import { refundDecided, refundStarted } from './world/transitions.ts';
import { transactionJson } from './world/wire.ts';

/** Finds a transaction by id, client reference or end-to-end id. */
export function targetOf({ world }: ControlParts, input: Input): PixTransaction {
  const id = input.id ?? input.transactionId;
  const row =
    (typeof id === 'string' && (world.transaction(id) ?? world.byReference(id))) ||
    (typeof input.clientReference === 'string' && world.byReference(input.clientReference)) ||
    (typeof input.endToEndId === 'string' && world.byEndToEnd(input.endToEndId));
  if (!row) throw new ControlError(404, 'no such transaction');
  return row;
}

const ACTS: Record<string, string> = {
  paid: 'pay',
  'paid-other': 'pay-other',
  expire: 'expire',
  cancel: 'cancel',
  error: 'error',
  refunded: 'pay',
};

function giveBack({ world, life }: ControlParts, entry: Entry): void {
  const refundRequest = {
    description: 'Devolvido pelo simulador',
    amount: entry.transaction.amount,
    reason: 'CUSTOMER_REQUEST',
  };
  const started = refundStarted(world, entry, world.now(), refundRequest);
  // This refund always returns the full amount, however small.
  const forced = { ...started, refunds: started.refunds.map((one) => ({ ...one, reason: 'INFRACTION' })) };
  const moved = refundDecided(world, forced, started.refunds[0]?.id ?? '', world.now());
  const transaction = { ...moved.entry.transaction, refundReason: 'CUSTOMER_REQUEST' };
  const refunds = moved.entry.refunds.map((one) => ({ ...one, reason: 'CUSTOMER_REQUEST' }));
  life.put({ ...moved.entry, transaction, refunds }, moved.event);
}

/** Ends a pending charge or withdrawal with the requested outcome. */
export function payAction(parts: ControlParts, input: Input) {
  const { world, life } = parts;
  const outcome = String(input.outcome ?? 'paid');
  const act = input.payer === 'other' && outcome === 'paid' ? 'pay-other' : ACTS[outcome];
  if (!act) throw new ControlError(400, `outcome: one of ${Object.keys(ACTS).join(', ')}`);
  const row = targetOf(parts, input);
  const entry = world.entry(row.id);
  if (!entry) throw new ControlError(404, 'no such transaction');
  if (row.status !== 'PENDING') {
    if (outcome !== 'refunded' || row.status !== 'COMPLETED')
      throw new ControlError(409, `already ${row.status}`);
    giveBack(parts, entry);
  } else {
    const moved = decide(world, entry, act, world.now());
    life.put(moved.entry, moved.event);
    if (outcome === 'refunded') giveBack(parts, moved.entry);
  }
  const after = world.transaction(row.id);
  return { transaction: after ? transactionJson(after) : null };
}
