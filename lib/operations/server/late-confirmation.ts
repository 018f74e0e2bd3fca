import 'server-only';
import { and, desc, eq, inArray, isNotNull, isNull, ne, notExists, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accountById } from '#lib/accounts/server/account.ts';
import { log } from '#lib/core/log.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { beside } from '#lib/data/jobs/background.ts';
import { lockNamed } from '#lib/data/named-lock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';
import { amountDiffers, auditAmountMismatch } from '#lib/operations/server/amount-differs.ts';
import { type OperationRow, operationKind } from '#lib/operations/server/kind.ts';
import { lookQuietly } from '#lib/operations/server/look-up.ts';
import { announceOperation } from '#lib/operations/server/notify-operation.ts';
import { isAnothers } from '#lib/operations/server/reconcile-list.ts';
import { openRequest } from '#lib/operations/server/send.ts';
import { alarmColumns } from '#lib/operations/server/settle.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { portFor } from '#lib/providers/registry.ts';

const other = alias(operations, 'other');

/**
 * Given up, though nobody could be sure for ever: taken for refused, or unknown and looked for no more; or done by a
 * person's word alone. What they asked for is compared, so only while it is kept.
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
 * Confirms given-up payments that a list, a look-up or a callback shows after all; they say so (`lateAt`)
 * until somebody acknowledges it. Never throws: the caller shows what it read in any case.
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

/** Operations given up that one reference is looked up for at most. */
const MOST_OF_ONE = 5;

/**
 * Callbacks name references: operations of them whose end is not known are looked up now, and those that were given up
 * are looked up once more. Mostly there are none, which two statements tell for all of them.
 */
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
    // Only kinds of payments are told by one.
    if (kind?.matches === undefined) continue;
    const seen = await lookQuietly(kind, row, portFor(account));
    if (seen.found === 'there') await confirmLate(accountId, [seen.value as Payment]);
  }
}

const FRESH_MS = 5_000;
const processState = globalThis as { guicheGivenUp?: Map<string, { until: number; some: boolean }> };

/** The same beside a read that must not wait for it; mostly nothing was given up, which is remembered for 5 s. */
export function confirmFromList(accountId: string, seen: readonly Payment[]): void {
  if (!seen.some(({ clientReference }) => clientReference)) return;
  beside('operations given up', async () => {
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
    const stands = tx
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
    // Two at once for one reference: the second sees what the first wrote.
    await lockNamed(tx, row.clientReference);
    if (await isAnothers(tx, kind, row, payment)) return;
    const [after] = await tx
      .update(operations)
      .set({
        // As a person had said: nobody has to be alarmed.
        ...(row.state === 'confirmed'
          ? {}
          : { state: 'confirmed', settledAt: dbNow, nextLookUpAt: null, lateAt: dbNow }),
        result: kind.show(payment),
        ...(differs === null ? {} : alarmColumns(differs)),
      })
      .where(and(eq(operations.id, row.id), GIVEN_UP, notExists(stands)))
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
