import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { isLiftedBy } from '#lib/auth/server/lifts.ts';
import { type Database, db, type Transaction } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { secondPersonFor } from '#lib/operations/second-person.ts';
import { approvalRules } from '#lib/operations/server/approval.ts';
import { type OperationRow, operationKind } from '#lib/operations/server/kind.ts';

/** Operations whose end no look-up tells: a person says it (decision 01). */

/** So long after its last send its answer is under way no more, and the merchant's own statement shows the day. ms. */
const LEFT_OPEN_MS = 24 * 60 * 60 * 1000;

/** Guichê stopped looking for it, a day of look-ups told nothing, or it comes from a backup. */
export function isLeftOpen(row: OperationRow): boolean {
  // A kind without a look-up is sent again: only a new answer brings the secret that nobody can say.
  if (row.state !== 'unknown' || operationKind(row.kind)?.lookUp === undefined) return false;
  const since = (row.lastSentAt ?? row.createdAt).getTime();
  // What may have been sent after a backup that was put back is under way no more.
  if (row.restoredAt !== null && since < row.restoredAt.getTime()) return true;
  return row.nextLookUpAt === null || databaseNow() - since >= LEFT_OPEN_MS;
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
  if (!isLeftOpen(row)) return 'looked_for';
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
