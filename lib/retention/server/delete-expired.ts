import 'server-only';
import {
  type AnyColumn,
  and,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { settings } from '#lib/core/env/settings.ts';
import { log } from '#lib/core/log.ts';
import { sleep } from '#lib/core/sleep.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { ago, dbNow } from '#lib/data/clock.ts';
import { erasedForms, type Waiting, without } from '#lib/data/erasure/erased-index.ts';
import { dropCutoff } from '#lib/data/partitions.ts';
import { erasures, erasureWaits } from '#lib/data/schema/audit.ts';
import { closingOrders, closingPayments } from '#lib/data/schema/closings.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { disputeAttachments, disputes, disputeWork } from '#lib/data/schema/disputes.ts';
import { noticeMessages, noticeSteps, notices } from '#lib/data/schema/notifications.ts';
import { idempotencyKeys, operations, storedFilters } from '#lib/data/schema/operations.ts';
import {
  lifts,
  oneTimeLinks,
  savedViews,
  sessions,
  signInThrottle,
  usedChallenges,
} from '#lib/data/schema/operators.ts';
import { resendItems, resendRequests, resends } from '#lib/data/schema/resends.ts';
import { receivedCallbacks } from '#lib/data/schema/webhooks.ts';
import { sweepIndexes } from '#lib/deliveries/server/sync-indexes.ts';
import { ENDED_STATES } from '#lib/operations/rules.ts';
import {
  eraseDispute,
  eraseOperation,
  eraseWork,
  isStillOpen,
  openRow,
} from '#lib/retention/server/erase-row.ts';
import { everyTable, rowBy, type Table } from '#lib/retention/server/every-row.ts';

const DAY_MS = 24 * 3_600_000;
const AT_ONCE = 2_000;
/** Pause between two batches, so that people's queries come first. */
const PAUSE_MS = 20;

/**
 * How one table expires. `period`: as docs/operating.md states it (a test compares them). `which`:
 * the expired rows; they are deleted, or only the columns in `set` are cleared. `sweep`: its own method of
 * deleting.
 */
type RetentionRule = { table: PgTable; period: string } & (
  | { which: SQL | undefined; set?: Record<string, null> }
  | { sweep: (signal: AbortSignal) => Promise<void>; hourly?: true }
);

const older = (column: AnyColumn | SQL, days: number): SQL => lt(column as AnyColumn, ago(days * DAY_MS));
/** Keeps a row for this many days after the instant in `column`. */
const daysOf = (days: number, column: AnyColumn | SQL, ...more: (SQL | undefined)[]) => ({
  period: days === 1 ? '1 day' : `${days} days`,
  which: and(older(column, days), ...more),
});
const MIRRORED = '`GUICHE_MIRROR_DAYS`';

/** All retention rules, referring tables first. A table without a rule keeps its rows for ever. */
export function forgotten(): RetentionRule[] {
  return [...ofPeople(), ...ofMirrors(), ...ofWork()];
}

function ofPeople(): RetentionRule[] {
  const wait = sql`greatest(${signInThrottle.windowStartedAt}, ${signInThrottle.waitUntil})`;
  const usedByView = db().select().from(savedViews).where(eq(savedViews.storedFilterId, storedFilters.id));
  return [
    { table: idempotencyKeys, ...daysOf(7, idempotencyKeys.startedAt) },
    // Sessions and their IP addresses expire; the audit log keeps the sign-ins.
    { table: sessions, ...daysOf(30, sql`least(${sessions.endedAt}, ${sessions.lastSeenAt})`) },
    // The longest wait is fifteen minutes, so a day-old row has no effect.
    { table: signInThrottle, ...daysOf(1, wait) },
    // An expired invitation shows its visitor who can create a new one.
    { table: oneTimeLinks, ...daysOf(30, oneTimeLinks.expiresAt) },
    // A lift matters for one day.
    { table: lifts, ...daysOf(1, lifts.at) },
    { table: usedChallenges, ...daysOf(1, usedChallenges.expiresAt) },
    { table: storedFilters, ...daysOf(30, storedFilters.usedAt, notExists(usedByView)) },
    { table: noticeMessages, ...daysOf(30, noticeMessages.endedAt) },
    { table: notices, ...daysOf(400, notices.at) },
    { table: noticeSteps, ...daysOf(400, noticeSteps.at) },
  ];
}

/** Copies of the provider's records, and the requests sent to it. */
function ofMirrors(): RetentionRule[] {
  const { mirrorDays } = settings();
  const old = (column: AnyColumn | SQL, ...more: (SQL | undefined)[]) => ({
    period: MIRRORED,
    which: and(older(column, mirrorDays), ...more),
  });
  const worked = db()
    .select()
    .from(disputeWork)
    .where(and(eq(disputeWork.accountId, disputes.accountId), eq(disputeWork.disputeId, disputes.id)));
  const over = db()
    .select({ id: resends.id })
    .from(resends)
    .where(and(isNotNull(resends.counts), older(resends.completedAt, mirrorDays)));
  return [
    { table: deliveries, period: MIRRORED, sweep: sweepIndexes, hourly: true },
    {
      table: receivedCallbacks,
      ...old(
        receivedCallbacks.lastReceivedAt,
        gte(receivedCallbacks.receivedAt, dropCutoff('received_callbacks', mirrorDays * DAY_MS)),
      ),
    },
    // A dispute with work done in Guichê is a record of its own and stays.
    { table: disputes, ...old(disputes.seenAt, eq(disputes.state, 'closed'), notExists(worked)) },
    // The days and what was sealed of them stay: a day's lines, sums and explanations name nobody.
    { table: closingPayments, ...old(closingPayments.day) },
    { table: closingOrders, ...old(closingOrders.day) },
    { table: resendItems, period: MIRRORED, which: inArray(resendItems.resendId, over) },
    { table: resendRequests, period: MIRRORED, which: inArray(resendRequests.resendId, over) },
    { table: resends, period: MIRRORED, which: inArray(resends.id, over) },
    // The operation stays; its sealed request, which names the payee, does not.
    {
      table: operations,
      set: { request: null },
      ...old(
        sql`coalesce(${operations.settledAt}, ${operations.decidedAt}, ${operations.createdAt})`,
        inArray(operations.state, [...ENDED_STATES]),
        isNotNull(operations.request),
      ),
    },
  ];
}

/** Erases records that were still open when their person was erased and have ended since. */
export async function finishErasures(signal: AbortSignal): Promise<void> {
  const waiting = await db().select().from(erasureWaits);
  if (waiting.length > 0) {
    const tables = new Map((await everyTable()).map((table) => [table.name, table]));
    for (const one of waiting) {
      signal.throwIfAborted();
      const table = tables.get(one.kind === 'dispute' ? 'disputes' : 'operations');
      if (table !== undefined) await finish(table, one);
    }
  }
  await endErasures();
}

async function finish(table: Table, waiting: Waiting): Promise<void> {
  const { kind, accountId, targetId } = waiting;
  const row = await rowBy(table, { id: targetId, account_id: accountId });
  if (row !== null && isStillOpen(table.name, row)) return;
  const erased = await erasedForms();
  const clean = (text: string) => without(text, erased);
  await db().transaction(async (tx) => {
    const hit = row === null ? null : { table, row, opened: openRow(table, row), clean };
    if (kind === 'operation' && hit !== null) await eraseOperation(tx, hit);
    // A dispute the provider no longer lists has no row, but its work may still exist.
    if (kind === 'dispute') await (hit === null ? eraseWork(tx, accountId, targetId) : eraseDispute(tx, hit));
    await forgetWaiting(tx, waiting);
  });
}

async function forgetWaiting(tx: Transaction, { kind, accountId, targetId }: Waiting): Promise<void> {
  const { kind: kinds, accountId: accounts, targetId: targets } = erasureWaits;
  await tx.delete(erasureWaits).where(and(eq(kinds, kind), eq(accounts, accountId), eq(targets, targetId)));
}

/** Marks erasures with no waiting record as ended, and audits each. */
async function endErasures(): Promise<void> {
  const stillWaiting = db().select().from(erasureWaits).where(eq(erasureWaits.erasureId, erasures.id));
  await db().transaction(async (tx) => {
    const ended = await tx
      .update(erasures)
      .set({ endedAt: dbNow })
      .where(and(isNotNull(erasures.sweptAt), isNull(erasures.endedAt), notExists(stillWaiting)))
      .returning();
    for (const { fingerprint } of ended)
      await appendAudit(tx, { action: 'person.erased', after: { fingerprint, waiting: 0 } });
  });
}

/** Removed attachments, and erasures that wait. */
function ofWork(): RetentionRule[] {
  const defended = db()
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.accountId, disputeAttachments.accountId),
        eq(operations.target, disputeAttachments.disputeId),
        eq(operations.kind, 'defense'),
        isNull(operations.settledAt),
      ),
    );
  return [
    { table: disputeAttachments, ...daysOf(30, disputeAttachments.removedAt, notExists(defended)) },
    { table: erasureWaits, period: 'until it ends', sweep: finishErasures, hourly: true },
  ];
}

/** Runs the rules that are not `hourly`. */
export const deleteExpiredDaily = (signal: AbortSignal): Promise<void> =>
  deleteExpired(
    signal,
    forgotten().filter((one) => !('hourly' in one)),
  );

/** Runs the `hourly` rules. No other run may overlap it: both would subtract from an index's row count. */
export const deleteExpiredHourly = (signal: AbortSignal): Promise<void> =>
  deleteExpired(
    signal,
    forgotten().filter((one) => 'hourly' in one),
  );

/** Deletes expired rows in batches. A failing table does not stop the others. */
export async function deleteExpired(signal: AbortSignal, rules = forgotten()): Promise<void> {
  for (const one of rules)
    await invalidateAfter('people', () => ('sweep' in one ? one.sweep(signal) : drop(one, signal))).catch(
      (error: unknown) => {
        if (!signal.aborted) log().error({ err: error }, 'what is old could not be dropped');
      },
    );
}

async function drop(
  { table, which, set }: Extract<RetentionRule, { which: unknown }>,
  signal: AbortSignal,
): Promise<void> {
  const place = sql`(${table}.tableoid, ${table}.ctid)`;
  for (let gone = AT_ONCE; gone === AT_ONCE && !signal.aborted; await sleep(PAUSE_MS, signal)) {
    const some = sql`select ${table}.tableoid, ${table}.ctid from ${table} where ${which} limit ${AT_ONCE}`;
    const these = sql`${place} in (${some})`;
    const one = { one: sql`1` };
    const done =
      set === undefined
        ? await db().delete(table).where(these).returning(one)
        : await db().update(table).set(set).where(these).returning(one);
    gone = done.length;
  }
}
