import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';
import { disputeWork } from '#lib/data/schema/disputes.ts';
import { defendersOf, type Person } from '#lib/disputes/server/disputes-of.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';
import { announce } from '#lib/events/server/announce.ts';

/**
 * Assigns the dispute (null: nobody). `invalid_request` if the operator may not answer this account's
 * disputes.
 */
export async function assignDispute({
  ctx,
  id,
  body: { operatorId },
}: Args<'PUT /disputes/{id}/assignee'>): Promise<{ assignee: Person | null }> {
  await knownDispute(ctx, id);
  const assignee =
    operatorId === null ? null : (await defendersOf(ctx.account.id)).find((one) => one.id === operatorId);
  if (assignee === undefined)
    throw new GuicheError('invalid_request', 'This operator may not answer disputes here.', {
      fields: [{ field: 'operatorId', message: 'not_allowed' }],
    });
  const row = { accountId: ctx.account.id, disputeId: id };
  const set = { assigneeId: operatorId, assignedAt: dbNow };
  await db().transaction(async (tx) => {
    await tx.insert(disputeWork).values(row).onConflictDoNothing();
    const thisWork = and(eq(disputeWork.accountId, row.accountId), eq(disputeWork.disputeId, id));
    const [before] = await tx.select().from(disputeWork).where(thisWork).for('update');
    if (before?.assigneeId === operatorId) return;
    await tx.update(disputeWork).set(set).where(thisWork);
    await appendAudit(
      tx,
      ctx.auditEntry({
        action: 'dispute.assign',
        target: id,
        before: { assignee: before?.assigneeId ?? null },
        after: { assignee: operatorId },
      }),
    );
    await announce(tx, row.accountId, [['disputes']]);
    if (operatorId !== null)
      await raiseNotice(tx, {
        event: 'mention',
        cause: `assigned:${row.accountId}:${id}:${randomUUID()}`,
        step: 'assigned',
        accountId: row.accountId,
        facts: { id, dispute: id, by: ctx.operator.id },
        to: operatorId === ctx.operator.id ? [] : [operatorId],
      });
  });
  return { assignee };
}
