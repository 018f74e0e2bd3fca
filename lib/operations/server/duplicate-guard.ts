import 'server-only';
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { keyedHashes } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import type { Transaction } from '#lib/data/client.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';

type Asked = {
  account: { id: string };
  subjects: readonly string[];
  amount?: number;
  acknowledgedDuplicateOf?: string | undefined;
};

/** Whom it pays, so that two can be told to be the same without keeping who it is; as kept now, then as before. */
export function subjectsOf(accountId: string, receiver: string): string[] {
  return keyedHashes(`${accountId} ${receiver}`, 'operation-subject');
}

/**
 * Refuses (`conflict` with `operationId`) a second open operation of the same receiver and amount, unless the operator
 * names the newest of them: it may still arrive. Two that ask at once are put in order by a lock.
 */
export async function refuseDuplicate(tx: Transaction, asked: Asked): Promise<void> {
  const { account, subjects, amount, acknowledgedDuplicateOf } = asked;
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
