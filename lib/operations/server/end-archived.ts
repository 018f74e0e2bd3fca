import 'server-only';
import { and, eq, isNotNull } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { accounts } from '#lib/db/schema/accounts.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { operationKind } from '#lib/operations/server/kind.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import { settle } from '#lib/operations/server/settle.ts';

/** Of an account that was removed nothing can be looked up any more: what is unknown there ends, and says why. */
export async function endArchived(): Promise<void> {
  const left = await db()
    .select({ row: operations })
    .from(operations)
    .innerJoin(accounts, eq(accounts.id, operations.accountId))
    .where(and(eq(operations.state, 'unknown'), isNotNull(accounts.archivedAt)))
    .limit(200);
  const end = { state: 'rejected', reason: 'account_archived', error: null } as const;
  for (const { row } of left) {
    const kind = operationKind(row.kind);
    if (kind !== null) await settle(kind, row, openRequest(row), end, 'look-up');
  }
}
