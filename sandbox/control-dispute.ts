import { randomUUID } from 'node:crypto';
import { ControlError, type ControlParts, type Input } from './control-parts.ts';
import { targetOf } from './control-pay.ts';
import { type Dispute, infractionBody, reportText } from './world/dispute-book.ts';

const CLOSED = ['CLOSED', 'CANCELLED'];

function close(parts: ControlParts, id: string, how: string): Dispute {
  const { life, world } = parts;
  const dispute = life.disputes.get(id);
  if (!dispute) throw new ControlError(404, 'no such dispute');
  if (CLOSED.includes(dispute.status)) throw new ControlError(409, `already ${dispute.status}`);
  const at = world.now();
  if (how === 'CANCELLED') life.putDispute({ ...dispute, status: 'CANCELLED', updatedAt: at, due: null });
  else if (how === 'AGREED' || how === 'DISAGREED') {
    life.putDispute({ ...dispute, due: { at, status: 'CLOSED', analysisResult: how } });
    parts.clock.advance(0);
  } else life.putDispute({ ...dispute, status: how, updatedAt: at });
  return life.disputes.get(id) ?? dispute;
}

/**
 * Opens a dispute on a received payment; its deadline is in hours, fractions allowed. With `disputeId` and
 * `close` it ends one: AGREED, DISAGREED, CANCELLED, or any status value.
 */
export function disputeAction(parts: ControlParts, input: Input) {
  const { life, world, log } = parts;
  if (typeof input.disputeId === 'string') {
    return { dispute: close(parts, input.disputeId, String(input.close ?? 'CLOSED')) };
  }
  const row = targetOf(parts, input);
  if (row.type !== 'DEPOSIT' || row.status !== 'COMPLETED') {
    throw new ControlError(
      409,
      `only a completed deposit can be disputed; this is ${row.type} ${row.status}`,
    );
  }
  const existing = life.disputes.ofTransaction(row);
  if (existing && !CLOSED.includes(existing.status))
    throw new ControlError(409, `already disputed: ${existing.id}`);
  const hours = input.hours === undefined ? 72 : Number(input.hours);
  if (!(hours > 0 && hours <= 24 * 60)) throw new ControlError(400, 'hours: above 0');
  const situation = typeof input.situation === 'string' ? input.situation : 'Golpe';
  const at = world.now();
  const expiresAt = at + Math.round(hours * 3_600_000);
  const dispute: Dispute = {
    id: life.disputes.nextId(),
    number: null,
    protocol: randomUUID(),
    transactionId: row.id,
    status: 'OPEN',
    type: typeof input.type === 'string' ? input.type : 'REFUND_REQUEST',
    situation,
    reportedBy: 'DEBITED_PARTICIPANT',
    reportDetails: reportText(situation),
    analysisResult: null,
    analysisDetails: null,
    reportedAt: at,
    expiresAt,
    updatedAt: at,
    defenses: [],
    // No defense by the deadline counts as acceptance.
    due: { at: expiresAt, status: 'WAITING_PSP', analysisResult: 'AGREED' },
  };
  life.putDispute(dispute);
  log.write({
    at,
    kind: 'dispute',
    text: `Abriu disputa: ${situation}, prazo ${hours} h`,
    target: row.clientReference ?? row.id,
  });
  return { dispute: { ...infractionBody(dispute), transactionId: row.id, situation } };
}
