import 'server-only';
import { and, eq, lte } from 'drizzle-orm';
import { appendAudit } from '#lib/audit/append.ts';
import { db } from '#lib/db/client.ts';
import { dbNow } from '#lib/db/clock.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { announceOperation } from '#lib/operations/server/announce-operation.ts';
import { approvableSince } from '#lib/operations/server/approval.ts';
import { operationKind } from '#lib/operations/server/kind.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import { settle } from '#lib/operations/server/settle.ts';

/**
 * Ends operations that nobody approved within 24 hours; nothing of them was sent. One that a restored backup brought
 * back may have been: it becomes `unknown` and is looked up.
 */
export async function expireApprovals(): Promise<void> {
  const late = and(eq(operations.state, 'awaiting_approval'), lte(operations.createdAt, approvableSince));
  const due = await db().select().from(operations).where(late).limit(200);
  for (const row of due.filter(({ restoredAt }) => restoredAt !== null)) {
    const kind = operationKind(row.kind);
    if (kind !== null)
      await settle(kind, row, openRequest(row), { state: 'unknown', error: null }, 'left behind');
  }
  for (const { id } of due.filter(({ restoredAt }) => restoredAt === null))
    await db().transaction(async (tx) => {
      const [row] = await tx
        .update(operations)
        .set({ state: 'expired', settledAt: dbNow })
        .where(and(eq(operations.id, id), late))
        .returning();
      if (row === undefined) return;
      await appendAudit(tx, {
        operatorId: null,
        accountId: row.accountId,
        action: `${row.kind}.expired`,
        target: row.target,
        result: 'ok',
        after: { operation: id },
      });
      await announceOperation(tx, row, operationKind(row.kind) ?? { touches: [] });
    });
}
