import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { auditOnce } from '#lib/api/steps/audit-once.ts';
import { db } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { GuicheError } from '#lib/errors.ts';
import { NOBODY, type OperationReceiver } from '#lib/operations/contract.ts';
import { awaiting } from '#lib/operations/server/approval.ts';
import { operationRow } from '#lib/operations/server/get-operation.ts';
import { type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import { openRequest } from '#lib/operations/server/send.ts';

/**
 * Whom a waiting operation pays, in clear, for the person who decides it: nobody approves a payment to `***`. In the
 * audit before the answer leaves. `forbidden` for who does not decide it, `conflict` once nobody does.
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
  const given = { row, request: openRequest(row), port: ctx.port, call: ctx.call };
  const receiver = (await operationKind(row.kind)?.receiver?.(given)) ?? NOBODY;
  await ctx.audit({ action: 'operation.reveal', target: id });
  return { receiver, asOf: new Date(databaseNow()).toISOString() };
}

/** One that waits for this person. `forbidden` for who does not decide it, `conflict` once nobody does. */
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
