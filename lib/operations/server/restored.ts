import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { isLiftedBy } from '#lib/auth/server/lifts.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { secondPersonFor } from '#lib/operations/forms.ts';
import { approvalRules } from '#lib/operations/server/approval.ts';
import { type AnyKind, type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import { endFromLookUp, tryLookUp } from '#lib/operations/server/look-up.ts';
import { openRequest, send } from '#lib/operations/server/send.ts';
import { settle } from '#lib/operations/server/settle.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

/** Whether a backup was restored after its last send from this database: it may have been sent in between. */
export const mayHaveBeenSentSinceBackup = ({ restoredAt, lastSentAt }: OperationRow): boolean =>
  restoredAt !== null && (lastSentAt === null || lastSentAt < restoredAt);

/**
 * Looks a restored operation up and settles it if it was sent after the backup. Money with an inconclusive
 * look-up becomes `unknown`: look-ups go on, or a person records the outcome. Null: not found, or no look-up.
 */
export async function settleRestored(
  kind: AnyKind,
  row: OperationRow,
  port: ProviderPort,
): Promise<OperationRow | null> {
  if (!mayHaveBeenSentSinceBackup(row) || kind.lookUp === undefined) return null;
  const seen = await tryLookUp(kind, row, port);
  const unclearMoney = seen.found === 'unsure' && kind.approvable === true;
  const end = unclearMoney
    ? ({ state: 'unknown', error: unclearError() } as const)
    : endFromLookUp(kind, row, seen);
  if (end === null) return null;
  return (await settle(kind, row, openRequest(row), end, 'left behind')) ?? row;
}

/** Sends an operation that a person approved or repeated. A restored one is looked up first. */
export async function lookUpAndSend(
  kind: AnyKind,
  row: OperationRow,
  port: ProviderPort,
): Promise<OperationRow> {
  return (await settleRestored(kind, row, port)) ?? send(kind, row, port);
}

const unclearError = () =>
  new GuicheError('restored', 'It may have been sent before the backup was put back.');

/** Operations whose outcome no look-up can find: a person records it (decision 01). */

/**
 * Time after the last send (ms) when no answer can arrive any more and the merchant's own statement shows the
 * day.
 */
const UNRESOLVED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Whether a person may record the outcome: look-ups stopped, a day of them was inconclusive, or it was
 * restored from a backup.
 */
export function isUnresolved(row: OperationRow): boolean {
  // A kind without a look-up is sent again: only a new answer brings its secret, which nobody can record.
  if (row.state !== 'unknown' || operationKind(row.kind)?.lookUp === undefined) return false;
  const since = (row.lastSentAt ?? row.createdAt).getTime();
  // A send between the backup and its restore is no longer in progress.
  if (row.restoredAt !== null && since < row.restoredAt.getTime()) return true;
  return row.nextLookUpAt === null || databaseNow() - since >= UNRESOLVED_AFTER_MS;
}

/**
 * Why this person may not record the outcome. Null: they may. A payment that needs two people needs two here
 * too: neither its requester nor anyone with access the requester granted in the last 24 hours.
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

/** It was approved before, or would need an approval if it were requested today. */
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
