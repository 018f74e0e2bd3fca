import 'server-only';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { keyedHashes } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { Transaction } from '#lib/data/client.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';

type DuplicateCheck = {
  account: { id: string };
  subjects: readonly string[];
  amount?: number;
  acknowledgedDuplicateOf?: string | undefined;
};

/**
 * Keyed hashes that identify a receiver without storing who it is. The present secret's hash first, then
 * older ones.
 */
export function subjectsOf(accountId: string, receiver: string): string[] {
  return keyedHashes(`${accountId} ${receiver}`, 'operation-subject');
}

/**
 * Refuses (`conflict` with `operationId`) a second open operation of the same receiver and amount, unless the
 * operator acknowledged the newest of them. A lock orders two simultaneous requests.
 */
export async function refuseDuplicate(tx: Transaction, check: DuplicateCheck): Promise<void> {
  const { account, subjects, amount, acknowledgedDuplicateOf } = check;
  await lockNamed(tx, subjects[0]);
  const [newest] = await tx
    .select({ id: operations.id, state: operations.state })
    .from(operations)
    .where(
      and(
        eq(operations.accountId, account.id),
        inArray(operations.subject, [...subjects]),
        amount === undefined ? isNull(operations.amount) : eq(operations.amount, amount),
        inArray(operations.state, [...OPEN_STATES]),
      ),
    )
    .orderBy(desc(operations.createdAt), desc(operations.id))
    .limit(1);
  if (newest === undefined || newest.id === acknowledgedDuplicateOf) return;
  throw new GuicheError('conflict', 'The same amount to the same receiver is still under way.', {
    operationId: newest.id,
    existing: { state: newest.state, twin: true },
  });
}
