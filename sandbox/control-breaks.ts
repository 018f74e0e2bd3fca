import { type BreakRequest, readBreak } from './break-request.ts';
import { ControlError, type ControlParts, type Input } from './control-parts.ts';
import type { Break } from './world/breaks.ts';
import { TAG } from './world/codes.ts';
import { holdMovements, type Movement } from './world/ledger-entries.ts';
import type { Entry } from './world/overlay.ts';
import { DAY, QUICK, SECOND } from './world/timeline.ts';
import { refundDecided, refundStarted } from './world/transitions.ts';

type Target = { entry: Entry; paidAt: number };

/** Ids from the end of the range, which the world does not reach: nothing has them. */
const LAST_ID = 2 ** 26 - 1;

function isTarget({ breaks }: ControlParts, { transaction }: Entry): boolean {
  const { id, type, method, status } = transaction;
  return type === 'DEPOSIT' && method === 'PIX' && status === 'COMPLETED' && !breaks.has(id);
}

function targetOf(parts: ControlParts, request: BreakRequest): Target {
  const { calendar, slots, timelines, overlay, codes, entry, now } = parts.world;
  const { id, from, to } = request;
  // All lines of a break are of the day and not in the future; of `other-day`, the next day's neither.
  const until = Math.min(to, request.kind === 'other-day' ? now() - DAY : now()) - 3 * SECOND;
  const found = id === null ? null : entry(id);
  if (id !== null) {
    const paidAt = Date.parse(found?.transaction.paidAt ?? '');
    if (!found || !isTarget(parts, found) || !(paidAt >= from && paidAt < until))
      throw new ControlError(409, 'transactionId: a completed Pix deposit of the day, not broken yet');
    return { entry: found, paidAt };
  }
  const end = calendar.firstAt(until);
  for (let index = calendar.firstAt(from - QUICK); index < end; index++) {
    const { type, scenario } = slots.of(index);
    if (type !== 'DEPOSIT' || scenario !== 'paid' || overlay.changed.has(index)) continue;
    const paidAt = timelines.of(index).paidAt ?? 0;
    const one = paidAt >= from && paidAt < until ? entry(codes.id(TAG.base, index)) : null;
    if (one && isTarget(parts, one)) return { entry: one, paidAt };
  }
  throw new ControlError(409, 'the day has no completed Pix deposit left');
}

function movement(at: number, delta: number, reason: string, transactionId: string | null): Movement {
  return { at, delta, balanceType: 'AVAILABLE', reason, transactionId, infractionId: null };
}

/** A block that no dispute explains; with its end, less than was blocked is settled or released. */
function disputeLines(id: string, { part, amount }: BreakRequest, { entry, paidAt }: Target): Movement[] {
  const { transaction } = entry;
  const until = part === 'block' ? Infinity : paidAt + 2 * SECOND;
  const hold = { id, transactionId: transaction.id, amount: transaction.amount, from: paidAt + SECOND };
  return holdMovements({ ...hold, until, settled: part === 'settlement' }).map((line) =>
    line.at === until ? { ...line, delta: line.delta - Math.sign(line.delta) * amount } : line,
  );
}

/** Changes a transaction whose lines stay as planned. */
function changeOnly({ world, life }: ControlParts, entry: Entry): Partial<Break> {
  if (entry.index === null || world.overlay.changed.has(entry.index))
    throw new ControlError(409, 'transactionId: a transaction that no call created or changed');
  life.put(entry, '');
  return { pinned: true };
}

function refunded(parts: ControlParts, { entry, paidAt }: Target, amount: number): Partial<Break> {
  const started = refundStarted(parts.world, entry, paidAt + SECOND, { amount });
  return changeOnly(
    parts,
    refundDecided(parts.world, started, started.refunds[0]?.id ?? '', paidAt + SECOND).entry,
  );
}

function effectOf(parts: ControlParts, request: BreakRequest, target: Target): Partial<Break> {
  const { world, breaks } = parts;
  const { kind, amount, until } = request;
  const { entry, paidAt } = target;
  const { transaction } = entry;
  const number = breaks.all.length;
  // Half of the payment; a refund with 13 cents would be rejected.
  const half = Math.floor(transaction.amount / 200) * 100;
  switch (kind) {
    case 'line-without-transaction':
      return {
        lines: [
          movement(paidAt + SECOND, amount, 'PIX_DEPOSIT', world.codes.id(TAG.created, LAST_ID - number)),
        ],
      };
    case 'transaction-without-line':
      return { edit: { reason: null, hiddenUntil: null } };
    case 'amount':
      return { edit: { reason: 'PIX_DEPOSIT', delta: amount } };
    case 'fee': {
      if (request.decimals === 2) return { edit: { reason: 'SERVICE_FEE', delta: -amount } };
      const serviceFeeCharged = (transaction.serviceFeeCharged ?? 0) + 0.34;
      parts.life.put({ ...entry, transaction: { ...transaction, serviceFeeCharged } }, '');
      return {};
    }
    case 'other-day':
      return { edit: { reason: null, shift: DAY } };
    case 'refund':
      if (request.side === 'transaction') return refunded(parts, target, half);
      return { lines: [movement(paidAt + SECOND, -half, 'PIX_REFUND', transaction.id)] };
    case 'dispute':
      return { lines: disputeLines(world.codes.id(TAG.createdDispute, LAST_ID - number), request, target) };
    case 'sweep':
      return { lines: [movement(paidAt + SECOND, -amount, 'AUTO_WITHDRAW', null)] };
    case 'adjustment':
      return { lines: [movement(paidAt + SECOND, amount, 'ADJUSTMENT', null)] };
    case 'gap':
      return { gap: { at: paidAt, delta: amount } };
    case 'late-line':
      return { edit: { reason: null, hiddenUntil: until } };
    case 'late-status': {
      const pending = { ...transaction, status: 'PENDING', paidAt: null, serviceFeeCharged: null };
      return changeOnly(parts, { ...entry, transaction: pending, due: { at: until, act: 'as-planned' } });
    }
  }
}

/** Puts one break into the books of a day, at a completed deposit of that day. */
export function breakAction(parts: ControlParts, input: Input) {
  const { world, breaks, log } = parts;
  const request = readBreak(input, world.now());
  const { kind, day } = request;
  const target = targetOf(parts, request);
  const { id, clientReference } = target.entry.transaction;
  const one: Break = {
    ...{ kind, day, transactionId: id, index: target.entry.index },
    ...{ lines: [], edit: null, gap: null, pinned: false },
    ...effectOf(parts, request, target),
  };
  breaks.put(one);
  log.write({
    at: world.now(),
    kind: 'break',
    text: `Quebra no extrato: ${kind}`,
    target: clientReference ?? id,
  });
  return { break: one };
}
