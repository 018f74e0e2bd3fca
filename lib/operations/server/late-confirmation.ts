import 'server-only';
import { and, desc, eq, inArray, isNotNull, isNull, notExists, or } from 'drizzle-orm';
import { accountById } from '#lib/accounts/server/account.ts';
import { log } from '#lib/core/log.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { createCache } from '#lib/data/cache.ts';
import { db, lockNamed } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { runDetached } from '#lib/data/jobs/background.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { usesReference } from '#lib/operations/server/duplicates.ts';
import { type AnyKind, type OperationRow, openRequest, operationKind } from '#lib/operations/server/kind.ts';
import { tryLookUp } from '#lib/operations/server/look-up.ts';
import { announceOperation, auditOperation } from '#lib/operations/server/notify-operation.ts';
import { amountDiffers, auditAmountMismatch, belongsToAnother } from '#lib/operations/server/reconcile.ts';
import { alarmColumns } from '#lib/operations/server/settle.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { portFor } from '#lib/providers/registry.ts';

/**
 * Condition: given up without certainty. Rejected without an answer, unknown and no longer looked up, or
 * confirmed by a person alone. The request must still be stored, because payments are compared with it.
 */
const GIVEN_UP = and(
  isNotNull(operations.request),
  or(
    and(
      eq(operations.state, 'rejected'),
      inArray(operations.reason, ['not_found', 'never_sent', 'account_archived', 'by_hand']),
    ),
    and(eq(operations.state, 'unknown'), isNull(operations.nextLookUpAt)),
    and(eq(operations.state, 'confirmed'), isNotNull(operations.settledBy), isNull(operations.result)),
  ),
);

/**
 * Confirms given-up payments that a list, a look-up or a callback shows after all. `lateAt` marks them until
 * somebody acknowledges it. Never throws, so the caller can always show what it read.
 */
export async function confirmLate(accountId: string, seen: readonly Payment[]): Promise<void> {
  const byReference = new Map(
    seen.flatMap((one) => (one.clientReference ? [[one.clientReference, one]] : [])),
  );
  if (byReference.size === 0) return;
  try {
    const rows = await db()
      .select()
      .from(operations)
      .where(and(withReference(accountId, [...byReference.keys()]), GIVEN_UP))
      .orderBy(desc(operations.createdAt));
    for (const row of rows) {
      const payment = byReference.get(row.clientReference ?? '');
      const kind = operationKind(row.kind);
      if (payment !== undefined && kind?.matches?.({ row, request: openRequest(row), seen: payment }))
        await confirmOneLate(kind, row, payment);
    }
  } catch (error) {
    log().error({ err: error }, 'operations given up could not be looked for in a list');
  }
}

const withReference = (accountId: string, references: readonly string[]) =>
  and(eq(operations.accountId, accountId), inArray(operations.clientReference, [...references]));

/** Maximum number of given-up operations to look up per reference. */
const MOST_OF_ONE = 5;

/** References of callbacks: unknown operations become due now, given-up ones are looked up once more. */
export async function onCallbacks(accountId: string, clientReferences: readonly string[]): Promise<void> {
  const ofThem = withReference(accountId, clientReferences);
  await db()
    .update(operations)
    .set({ nextLookUpAt: dbNow })
    .where(and(ofThem, eq(operations.state, 'unknown'), isNotNull(operations.nextLookUpAt)));
  const rows = await db().select().from(operations).where(and(ofThem, GIVEN_UP));
  const account = rows.length === 0 ? null : await accountById(accountId);
  if (account === null) return;
  const ofEach = Map.groupBy(rows, ({ clientReference }) => clientReference);
  for (const row of [...ofEach.values()].flatMap((ofOne) => ofOne.slice(0, MOST_OF_ONE))) {
    const kind = operationKind(row.kind);
    // A callback only concerns kinds that are payments.
    if (kind?.matches === undefined) continue;
    const seen = await tryLookUp(kind, row, portFor(account));
    if (seen.found === 'there') await confirmLate(accountId, [seen.value as Payment]);
  }
}

const FRESH_MS = 5_000;
const givenUpCache = () => perProcess('guicheGivenUp', () => createCache());

/**
 * Runs `confirmLate` in the background, so that a read does not wait for it. Whether the account has given-up
 * operations is cached for 5 s.
 */
export function confirmFromList(accountId: string, seen: readonly Payment[]): void {
  if (!seen.some(({ clientReference }) => clientReference)) return;
  runDetached('operations given up', async () => {
    if (await hasGivenUp(accountId)) await confirmLate(accountId, seen);
  });
}

function hasGivenUp(accountId: string): Promise<boolean> {
  const read = async () => {
    const givenUp = and(eq(operations.accountId, accountId), isNotNull(operations.clientReference), GIVEN_UP);
    const rows = await db().select({ id: operations.id }).from(operations).where(givenUp).limit(1);
    return rows.length > 0;
  };
  return givenUpCache().read(accountId, () => FRESH_MS, read);
}

async function confirmOneLate(kind: AnyKind, row: OperationRow, payment: Payment): Promise<void> {
  const differs = amountDiffers(kind, row, payment);
  await db().transaction(async (tx) => {
    const others = tx
      .select({ id: operations.id })
      .from(operations)
      .where(usesReference(row.accountId, row.clientReference ?? '', row.id));
    // Of two transactions for one reference, the second waits and sees what the first wrote.
    await lockNamed(tx, row.clientReference);
    if (await belongsToAnother(tx, kind, row, payment)) return;
    const [after] = await tx
      .update(operations)
      .set({
        // A person had already recorded it as done: no alarm.
        ...(row.state === 'confirmed'
          ? {}
          : { state: 'confirmed', settledAt: dbNow, nextLookUpAt: null, lateAt: dbNow }),
        result: kind.show(payment),
        ...(differs === null ? {} : alarmColumns(differs)),
      })
      .where(and(eq(operations.id, row.id), GIVEN_UP, notExists(others)))
      .returning();
    if (after === undefined) return;
    const { id, reason, state } = row;
    log().warn({ operation: id, reason }, 'an operation that was given up was done after all');
    await auditOperation(tx, row, { name: 'confirmed', after: { late: true, reason: reason ?? state } });
    if (differs !== null) await auditAmountMismatch(tx, row, differs);
    await announceOperation(tx, after, kind);
  });
}
