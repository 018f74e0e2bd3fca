import 'server-only';
import { and, desc, eq, inArray, isNotNull, isNull, ne, notExists, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accountById } from '#lib/accounts/server/account.ts';
import { log } from '#lib/core/log.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, lockNamed } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { runDetached } from '#lib/data/jobs/background.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import { type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import { tryLookUp } from '#lib/operations/server/look-up.ts';
import { announceOperation } from '#lib/operations/server/notify-operation.ts';
import { amountDiffers, auditAmountMismatch, belongsToAnother } from '#lib/operations/server/reconcile.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import { alarmColumns } from '#lib/operations/server/settle.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { portFor } from '#lib/providers/registry.ts';

const other = alias(operations, 'other');

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
      .where(
        and(
          eq(operations.accountId, accountId),
          inArray(operations.clientReference, [...byReference.keys()]),
          GIVEN_UP,
        ),
      )
      .orderBy(desc(operations.createdAt));
    for (const row of rows) {
      const payment = byReference.get(row.clientReference ?? '');
      const kind = operationKind(row.kind);
      if (payment !== undefined && kind?.matches?.({ row, request: openRequest(row), seen: payment }))
        await confirmOneLate(row, payment);
    }
  } catch (error) {
    log().error({ err: error }, 'operations given up could not be looked for in a list');
  }
}

/** Maximum number of given-up operations to look up per reference. */
const MOST_OF_ONE = 5;

/** References of callbacks: unknown operations become due now, given-up ones are looked up once more. */
export async function onCallbacks(accountId: string, clientReferences: readonly string[]): Promise<void> {
  const ofThem = and(
    eq(operations.accountId, accountId),
    inArray(operations.clientReference, [...clientReferences]),
  );
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
const processState = globalThis as { guicheGivenUp?: Map<string, { until: number; some: boolean }> };

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

async function hasGivenUp(accountId: string): Promise<boolean> {
  processState.guicheGivenUp ??= new Map();
  const known = processState.guicheGivenUp.get(accountId);
  if (known !== undefined && Date.now() < known.until) return known.some;
  const rows = await db()
    .select({ id: operations.id })
    .from(operations)
    .where(and(eq(operations.accountId, accountId), isNotNull(operations.clientReference), GIVEN_UP))
    .limit(1);
  processState.guicheGivenUp.set(accountId, { until: Date.now() + FRESH_MS, some: rows.length > 0 });
  return rows.length > 0;
}

async function confirmOneLate(row: OperationRow, payment: Payment): Promise<void> {
  const kind = operationKind(row.kind);
  if (kind === null) return;
  const differs = amountDiffers(kind, row, payment);
  await db().transaction(async (tx) => {
    const others = tx
      .select({ id: other.id })
      .from(other)
      .where(
        and(
          eq(other.accountId, row.accountId),
          ne(other.id, row.id),
          eq(other.clientReference, row.clientReference ?? ''),
          or(eq(other.state, 'confirmed'), inArray(other.state, [...OPEN_STATES])),
        ),
      );
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
    log().warn(
      { operation: row.id, reason: row.reason },
      'an operation that was given up was done after all',
    );
    await appendAudit(tx, {
      operatorId: row.operatorId,
      accountId: row.accountId,
      action: `${row.kind}.confirmed`,
      target: row.target,
      result: 'ok',
      after: { operation: row.id, late: true, reason: row.reason ?? row.state },
    });
    if (differs !== null) await auditAmountMismatch(tx, row, differs);
    await announceOperation(tx, after, kind);
  });
}
