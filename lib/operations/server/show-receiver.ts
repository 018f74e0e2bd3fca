import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { auditOnce } from '#lib/api/steps/audit-once.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { EMPTY_RECEIVER, type OperationReceiver, type SecondPersonRules } from '#lib/operations/contract.ts';
import { approvalRules, awaiting } from '#lib/operations/server/approval.ts';
import { operationRow } from '#lib/operations/server/get-operation.ts';
import { type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import { deciderIds } from '#lib/operations/server/notify-operation.ts';
import { openRequest } from '#lib/operations/server/send.ts';

/**
 * Returns the unmasked receiver of a waiting operation to someone who may approve it: nobody approves a
 * payment to `***`. Audited before the answer leaves. `forbidden` for anyone else, `conflict` once it no
 * longer waits.
 */
export async function showReceiver({
  ctx,
  id,
}: Args<'GET /operations/{id}/receiver'>): Promise<{ receiver: OperationReceiver; asOf: string }> {
  const row = await waitingRow(ctx, id).catch(async (error: unknown) => {
    if (error instanceof GuicheError && error.code === 'forbidden')
      await auditOnce(ctx, { action: 'operation.reveal', target: id });
    throw error;
  });
  const input = { row, request: openRequest(row), port: ctx.port, call: ctx.call };
  const receiver = (await operationKind(row.kind)?.receiver?.(input)) ?? EMPTY_RECEIVER;
  await ctx.audit({ action: 'operation.reveal', target: id });
  return { receiver, asOf: databaseIso() };
}

/**
 * Row of an operation that waits for this person. `forbidden` if they may not decide on it, `conflict` once
 * it no longer waits.
 */
export async function waitingRow(ctx: Ctx, id: string): Promise<OperationRow> {
  const [row] = await db()
    .select()
    .from(operations)
    .where(and(eq(operations.id, id), eq(operations.accountId, ctx.account.id), awaiting(ctx.operator.id)));
  if (row !== undefined) return row;
  const { state } = await operationRow(ctx, id);
  if (state === 'awaiting_approval')
    throw new GuicheError('forbidden', 'Only who may let it go sees whom it pays.', { operationId: id });
  throw new GuicheError('conflict', 'This operation does not wait for approval any more.', {
    operationId: id,
    existing: { state },
  });
}

/** Maximum number of names that a form shows. */
const MOST_NAMES = 4;

/** The rules of `approvalRules`, and the names of those who may approve a request of this person. */
export async function getSecondPersonRules(
  ctx: Pick<Ctx, 'account' | 'operator'>,
): Promise<SecondPersonRules> {
  const rules = await approvalRules(ctx);
  if (rules.approvalAbove === null && rules.approvalAboveDaily === null) return { ...rules, approvers: null };
  const ids = await deciderIds(db(), { accountId: ctx.account.id, operatorId: ctx.operator.id });
  const names = [...(await operatorNames(ids)).values()].sort((one, other) => one.localeCompare(other));
  return { ...rules, approvers: { names: names.slice(0, MOST_NAMES), count: ids.length } };
}
