import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { auditOnce } from '#lib/api/steps/audit-once.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { db } from '#lib/db/client.ts';
import { dbNow } from '#lib/db/clock.ts';
import { lateAcknowledgements } from '#lib/db/schema/operations.ts';
import { GuicheError } from '#lib/errors.ts';
import type { OperationDetail } from '#lib/operations/contract.ts';
import { announceOperation } from '#lib/operations/server/announce-operation.ts';
import { getOperation, operationRow } from '#lib/operations/server/get-operation.ts';
import { operationKind } from '#lib/operations/server/kind.ts';
import { mayAcknowledge } from '#lib/operations/server/record.ts';

/**
 * Somebody knows that what was given up happened after all: the notice goes from every page. The first one counts; a
 * second is simply told who it was. `conflict` for an operation that did not end so.
 */
export async function acknowledgeOperation({ ctx, id }: { ctx: Ctx; id: string }): Promise<OperationDetail> {
  const row = await operationRow(ctx, id);
  const note = {
    action: `${row.kind}.late-acknowledged` as const,
    target: row.target,
    after: { operation: id },
  };
  if (!mayAcknowledge(ctx, row)) {
    await auditOnce(ctx, note);
    throw new GuicheError('forbidden', 'Only who could have asked for this may acknowledge it.');
  }
  if (row.lateAt === null)
    throw new GuicheError('conflict', 'There is nothing of this operation to acknowledge.', {
      operationId: id,
    });
  await db().transaction(async (tx) => {
    const [first] = await tx
      .insert(lateAcknowledgements)
      .values({ operationId: id, operatorId: ctx.operator.id, at: dbNow })
      .onConflictDoNothing()
      .returning();
    if (first === undefined) return;
    await appendAudit(tx, ctx.auditEntry(note));
    await announceOperation(tx, row, operationKind(row.kind) ?? { touches: [] }, { entered: false });
  });
  return getOperation({ ctx, id });
}
