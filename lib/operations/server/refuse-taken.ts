import 'server-only';
import { desc, sql } from 'drizzle-orm';
import type { Transaction } from '#lib/db/client.ts';
import { lockNamed } from '#lib/db/named-lock.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { GuicheError } from '#lib/errors.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { holding } from '#lib/operations/server/look-up-reference.ts';

const FIELD = [{ field: 'clientReference', message: 'taken' }];

/**
 * One reference, one payment, whatever its kind: `already_done` with `operationId` and `existing` where an operation of
 * this account with it was confirmed, `conflict` with `operationId` while one is open. In the transaction that writes
 * the intent, after its row (`id`): of two at once the second sees what the first wrote.
 */
export async function refuseTaken(
  tx: Transaction,
  { id, accountId, clientReference }: Pick<OperationRow, 'id' | 'accountId' | 'clientReference'>,
): Promise<void> {
  if (clientReference === null) return;
  await lockNamed(tx, clientReference);
  const [other] = await tx
    .select({ id: operations.id, state: operations.state, result: operations.result })
    .from(operations)
    .where(holding(accountId, clientReference, id))
    // A confirmed one says more than an open one.
    .orderBy(sql`(${operations.state} = 'confirmed') desc`, desc(operations.createdAt))
    .limit(1);
  if (other === undefined) return;
  if (other.state === 'confirmed')
    throw new GuicheError('already_done', 'A payment with this reference was made here already.', {
      operationId: other.id,
      ...(other.result === null ? {} : { existing: other.result }),
      fields: FIELD,
    });
  throw new GuicheError('conflict', 'A payment with this reference is under way.', {
    operationId: other.id,
    fields: FIELD,
  });
}
