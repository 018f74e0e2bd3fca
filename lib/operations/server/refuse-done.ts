import 'server-only';
import { and, desc, eq } from 'drizzle-orm';
import type { Transaction } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { GuicheError } from '#lib/errors.ts';

/**
 * One reference, one payment: `already_done` with `operationId` and `existing` where an operation of this account with
 * it was confirmed. In the transaction that writes the intent, after its row: whoever was open before is settled then.
 */
export async function refuseDone(
  tx: Transaction,
  accountId: string,
  clientReference: string | null,
): Promise<void> {
  if (clientReference === null) return;
  const [done] = await tx
    .select({ id: operations.id, result: operations.result })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, accountId),
        eq(operations.clientReference, clientReference),
        eq(operations.state, 'confirmed'),
      ),
    )
    .orderBy(desc(operations.createdAt))
    .limit(1);
  if (done !== undefined)
    throw new GuicheError('already_done', 'A payment with this reference was made here already.', {
      operationId: done.id,
      existing: done.result,
      fields: [{ field: 'clientReference', message: 'taken' }],
    });
}
