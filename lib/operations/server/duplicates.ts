import 'server-only';
import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { keyedHashes } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db, lockNamed, type Transaction } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import type { UsedReference } from '#lib/operations/contract.ts';
import { ALIVE_STATES } from '#lib/operations/rules.ts';
import { type OperationRow, openRequest, operationKind } from '#lib/operations/server/kind.ts';
import { isOpenNow, newestOperations } from '#lib/operations/server/thing.ts';
import type { Payment } from '#lib/providers/money-records.ts';

/** Two operations for one payment: the same receiver and amount, or the same reference. */

type DuplicateCheck = {
  account: { id: string };
  subjects: readonly string[];
  amount?: number;
  acknowledgedDuplicateOf?: string | undefined;
};

/** Keyed hashes that identify a receiver without storing who it is: the present secret's first, then older. */
export const subjectsOf = (accountId: string, receiver: string): string[] =>
  keyedHashes(`${accountId} ${receiver}`, 'operation-subject');

/**
 * Refuses (`conflict` with `operationId`) a second open operation of the same receiver and amount, unless the
 * operator acknowledged the newest of them. A lock orders two simultaneous requests.
 */
export async function refuseDuplicate(tx: Transaction, check: DuplicateCheck): Promise<void> {
  const { account, subjects, amount, acknowledgedDuplicateOf } = check;
  await lockNamed(tx, subjects[0]);
  const [newest] = await newestOperations(
    tx,
    and(
      eq(operations.accountId, account.id),
      inArray(operations.subject, [...subjects]),
      amount === undefined ? isNull(operations.amount) : eq(operations.amount, amount),
      isOpenNow,
    ),
  );
  if (newest === undefined || newest.id === acknowledgedDuplicateOf) return;
  throw new GuicheError('conflict', 'The same amount to the same receiver is still under way.', {
    operationId: newest.id,
    existing: { state: newest.state, twin: true },
  });
}

/**
 * Whether one of these payments, matched by similarity, may belong to another open operation: the same amount
 * and the same receiver (by subject, or by what the payment shows). Call it after reading the payments: later
 * operations cannot have created them.
 */
export async function mayBeDuplicate(row: OperationRow, similar: readonly Payment[]): Promise<boolean> {
  if (similar.length === 0) return false;
  const others = await db()
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.accountId, row.accountId),
        ne(operations.id, row.id),
        inArray(operations.state, ['requested', 'sent', 'unknown']),
        row.amount === null ? undefined : or(isNull(operations.amount), eq(operations.amount, row.amount)),
      ),
    );
  return others.some(
    (other) =>
      (row.subject !== null && row.subject === other.subject) ||
      similar.some((payment) => mayHaveCreated(row, other, payment)),
  );
}

/** Compares with the other operation's request: its stored subject may be hashed with an older secret. */
function mayHaveCreated(row: OperationRow, other: OperationRow, seen: Payment): boolean {
  const kind = operationKind(other.kind);
  const sameDirection = kind?.approvable === operationKind(row.kind)?.approvable;
  if (!sameDirection || kind?.makes !== 'payment' || kind.matches === undefined) return false;
  return other.request === null || kind.matches({ row: other, request: openRequest(other), seen });
}

/** Whether an operation here uses the reference; a masked one needs `reveal`. Asks no provider. */
export async function lookUpReference(ctx: Ctx, clientReference: string): Promise<UsedReference> {
  await requireRevealFor(ctx, {}, { clientReference });
  return { takenBy: await referenceUsedBy(ctx.account.id, clientReference) };
}

/** Condition: open or confirmed operations of the account with this reference, except `except`. */
export const usesReference = (accountId: string, clientReference: string, except?: string): SQL | undefined =>
  and(
    eq(operations.clientReference, clientReference),
    eq(operations.accountId, accountId),
    except === undefined ? undefined : ne(operations.id, except),
    inArray(operations.state, ALIVE_STATES),
  );

/** Id of the newest open or confirmed operation with this reference, except `except`. Null: none. */
export async function referenceUsedBy(accountId: string, clientReference: string, except?: string) {
  const [other] = await newestOperations(db(), usesReference(accountId, clientReference, except));
  return other?.id ?? null;
}

/**
 * One payment per reference, of any kind. A confirmed operation with it throws `already_done` (`operationId`,
 * `existing`), an open one `conflict` (`operationId`). Call it after inserting the row (`id`): of two at once
 * the second sees the first.
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
    .where(usesReference(accountId, clientReference, id))
    // A confirmed operation takes precedence over an open one.
    .orderBy(sql`(${operations.state} = 'confirmed') desc`, desc(operations.createdAt))
    .limit(1);
  if (other === undefined) return;
  const details = { operationId: other.id, fields: [{ field: 'clientReference', message: 'taken' }] };
  if (other.state !== 'confirmed')
    throw new GuicheError('conflict', 'A payment with this reference is under way.', details);
  throw new GuicheError('already_done', 'A payment with this reference was made here already.', {
    ...details,
    ...(other.result === null ? {} : { existing: other.result }),
  });
}
