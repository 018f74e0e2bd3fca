import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { isLiftedBy } from '#lib/auth/server/lifts.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { secondPersonFor } from '#lib/operations/second-person.ts';
import { approvalRules } from '#lib/operations/server/approval.ts';
import { type AnyKind, type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import { endOfSeen, lookQuietly } from '#lib/operations/server/look-up.ts';
import { openRequest, send } from '#lib/operations/server/send.ts';
import { settle } from '#lib/operations/server/settle.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

/** Tells if a backup was put back since it was last sent from this database: it may have been sent in between. */
export const mayHaveMovedOn = ({ restoredAt, lastSentAt }: OperationRow): boolean =>
  restoredAt !== null && (lastSentAt === null || lastSentAt < restoredAt);

/**
 * Looks a restored operation up and settles it where it was sent since the backup. Money whose look-up does not tell
 * becomes `unknown`: it is looked up on, and a person says how it ended. Null: nothing of it is there, or nothing can
 * tell by its kind.
 */
export async function settleRestored(
  kind: AnyKind,
  row: OperationRow,
  port: ProviderPort,
): Promise<OperationRow | null> {
  if (!mayHaveMovedOn(row) || kind.lookUp === undefined) return null;
  const seen = await lookQuietly(kind, row, port);
  const held = seen.found === 'unsure' && kind.approvable === true;
  const end = held ? ({ state: 'unknown', error: unclear() } as const) : endOfSeen(kind, row, seen);
  if (end === null) return null;
  return (await settle(kind, row, openRequest(row), end, 'left behind')) ?? row;
}

/** What a person lets go or repeats: one that was restored is looked up first. */
export async function lookUpAndSend(
  kind: AnyKind,
  row: OperationRow,
  port: ProviderPort,
): Promise<OperationRow> {
  return (await settleRestored(kind, row, port)) ?? send(kind, row, port);
}

const unclear = () => new GuicheError('restored', 'It may have been sent before the backup was put back.');

/** Operations whose end no look-up tells: a person says it (decision 01). */

/** So long after its last send its answer is under way no more, and the merchant's own statement shows the day. ms. */
const UNRESOLVED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Guichê stopped looking for it, a day of look-ups told nothing, or it comes from a backup. */
export function isUnresolved(row: OperationRow): boolean {
  // A kind without a look-up is sent again: only a new answer brings the secret that nobody can say.
  if (row.state !== 'unknown' || operationKind(row.kind)?.lookUp === undefined) return false;
  const since = (row.lastSentAt ?? row.createdAt).getTime();
  // What may have been sent after a backup that was put back is under way no more.
  if (row.restoredAt !== null && since < row.restoredAt.getTime()) return true;
  return row.nextLookUpAt === null || databaseNow() - since >= UNRESOLVED_AFTER_MS;
}

/**
 * Why this person may not say how it ended; null: they may. Money that two people let go needs two people here too: not
 * its requester, nor whoever got their rights from them today.
 */
export async function barredFromSettling(
  ctx: Ctx,
  row: OperationRow,
  on: Database | Transaction = db(),
): Promise<'looked_for' | 'role' | 'own' | 'lifted' | null> {
  if (!isUnresolved(row)) return 'looked_for';
  const kind = operationKind(row.kind);
  if (kind === null || !ctx.permissions.has(kind.permission)) return 'role';
  if (kind.approvable !== true || !(await needsTwo(ctx, row, on))) return null;
  if (row.operatorId === ctx.operator.id) return 'own';
  return (await isLiftedBy(on, ctx.operator.id, row.operatorId)) ? 'lifted' : null;
}

/** It was approved once, or would have to be if it were asked for today. */
async function needsTwo(
  { account, operator }: Ctx,
  row: OperationRow,
  on: Database | Transaction,
): Promise<boolean> {
  if (row.decidedBy !== null) return true;
  const rules = await approvalRules({ account, operator: { ...operator, id: row.operatorId } }, on);
  if (row.amount !== null) return secondPersonFor(rules, row.amount) !== null;
  return rules.approvalAbove !== null || rules.approvalAboveDaily !== null;
}
