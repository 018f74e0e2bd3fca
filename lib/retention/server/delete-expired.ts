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
import { sleep } from '#lib/core/http/retry.ts';
import { log } from '#lib/core/log.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { ago, dbNow } from '#lib/data/clock.ts';
import { erasedForms, type Waiting } from '#lib/data/erasure/erased-index.ts';
import { without } from '#lib/data/erasure/forms.ts';
import { acquireLease } from '#lib/data/jobs/leases.ts';
import { soonGone } from '#lib/data/partitions.ts';
import { erasures, erasureWaits } from '#lib/data/schema/audit.ts';
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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A turn ends a little before the next one is looked for. */
const EARLY_MS = 600_000;
const AT_ONCE = 2_000;
/** Between two pieces: who works comes first. */
const PAUSE_MS = 20;

/**
 * How one table forgets. `kept`: how long, as docs/operating.md says it (a test compares them). What is old: `which`
 * rows are dropped, or of them only what `set` empties; or `sweep`, where something is counted with them.
 */
type Forgotten = { table: PgTable; kept: string } & (
  | { which: SQL | undefined; set?: Record<string, null> }
  | { sweep: (signal: AbortSignal) => Promise<void>; hourly?: true }
);

const older = (column: AnyColumn | SQL, days: number): SQL => lt(column as AnyColumn, ago(days * DAY_MS));
/** For so many days of `column`. */
const daysOf = (days: number, column: AnyColumn | SQL, ...more: (SQL | undefined)[]) => ({
  kept: days === 1 ? '1 day' : `${days} days`,
  which: and(older(column, days), ...more),
});
const MIRRORED = '`GUICHE_MIRROR_DAYS`';

/** Everything that goes by its age, what refers to another before it. What is in no list is kept always. */
export function forgotten(): Forgotten[] {
  return [...ofPeople(), ...ofMirrors(), ...ofWork()];
}

function ofPeople(): Forgotten[] {
  const wait = sql`greatest(${signInThrottle.windowStartedAt}, ${signInThrottle.waitUntil})`;
  const held = db().select().from(savedViews).where(eq(savedViews.storedFilterId, storedFilters.id));
  return [
    { table: idempotencyKeys, ...daysOf(7, idempotencyKeys.startedAt) },
    // Sessions and their addresses stay this long; the audit log keeps the sign-ins themselves.
    { table: sessions, ...daysOf(30, sql`least(${sessions.endedAt}, ${sessions.lastSeenAt})`) },
    // The longest wait is fifteen minutes: a wait of a day ago slows nobody any more.
    { table: signInThrottle, ...daysOf(1, wait) },
    // A person who opens an old invitation is told whom to ask for another.
    { table: oneTimeLinks, ...daysOf(30, oneTimeLinks.expiresAt) },
    // Nobody is bound any longer than that.
    { table: lifts, ...daysOf(1, lifts.at) },
    { table: usedChallenges, ...daysOf(1, usedChallenges.expiresAt) },
    { table: storedFilters, ...daysOf(30, storedFilters.usedAt, notExists(held)) },
    { table: noticeMessages, ...daysOf(30, noticeMessages.endedAt) },
    { table: notices, ...daysOf(400, notices.at) },
    { table: noticeSteps, ...daysOf(400, noticeSteps.at) },
  ];
}

/** Copies of what the provider has, and what was asked of it. */
function ofMirrors(): Forgotten[] {
  const { mirrorDays } = settings();
  const old = (column: AnyColumn | SQL, ...more: (SQL | undefined)[]) => ({
    kept: MIRRORED,
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
    { table: deliveries, kept: MIRRORED, sweep: sweepIndexes, hourly: true },
    {
      table: receivedCallbacks,
      ...old(
        receivedCallbacks.lastReceivedAt,
        gte(receivedCallbacks.receivedAt, soonGone('received_callbacks', mirrorDays * DAY_MS)),
      ),
    },
    // One that somebody worked on here is their record too.
    { table: disputes, ...old(disputes.seenAt, eq(disputes.state, 'closed'), notExists(worked)) },
    { table: resendItems, kept: MIRRORED, which: inArray(resendItems.resendId, over) },
    { table: resendRequests, kept: MIRRORED, which: inArray(resendRequests.resendId, over) },
    { table: resends, kept: MIRRORED, which: inArray(resends.id, over) },
    // The operation stays; whom it paid, sealed, does not.
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

/** Takes up what was open when its person was erased, and has ended since. */
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
    // One that its provider forgot has no row here any more, and the work on it all the same.
    if (kind === 'dispute') await (hit === null ? eraseWork(tx, accountId, targetId) : eraseDispute(tx, hit));
    await forgetWaiting(tx, waiting);
  });
}

async function forgetWaiting(tx: Transaction, { kind, accountId, targetId }: Waiting): Promise<void> {
  const { kind: kinds, accountId: accounts, targetId: targets } = erasureWaits;
  await tx.delete(erasureWaits).where(and(eq(kinds, kind), eq(accounts, accountId), eq(targets, targetId)));
}

/** Those of which nothing waits any more. */
async function endErasures(): Promise<void> {
  const left = db().select().from(erasureWaits).where(eq(erasureWaits.erasureId, erasures.id));
  await db().transaction(async (tx) => {
    const ended = await tx
      .update(erasures)
      .set({ endedAt: dbNow })
      .where(and(isNotNull(erasures.sweptAt), isNull(erasures.endedAt), notExists(left)))
      .returning();
    for (const { fingerprint } of ended)
      await appendAudit(tx, {
        operatorId: null,
        accountId: null,
        action: 'person.erased',
        result: 'ok',
        after: { fingerprint, waiting: 0 },
      });
  });
}

/** People's leftover work, and work that waited. */
function ofWork(): Forgotten[] {
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
    { table: erasureWaits, kept: 'until it ends', sweep: finishErasures, hourly: true },
  ];
}

/** Once a day, and once an hour what says so, by whichever instance comes first. */
export async function deleteExpiredDaily(signal: AbortSignal): Promise<void> {
  if (await acquireLease('forget what is old', DAY_MS - EARLY_MS)) await deleteExpired(signal);
  else if (await acquireLease('forget by the hour', HOUR_MS - EARLY_MS)) await deleteExpiredHourly(signal);
}

/** Drops what is old, a piece at a time; a table that fails leaves the others alone. */
export async function deleteExpired(signal: AbortSignal): Promise<void> {
  await deleteAllExpired(forgotten(), signal);
}

async function deleteExpiredHourly(signal: AbortSignal): Promise<void> {
  const some = forgotten().filter((one) => 'hourly' in one);
  await deleteAllExpired(some, signal);
}

async function deleteAllExpired(all: readonly Forgotten[], signal: AbortSignal): Promise<void> {
  for (const one of all)
    await invalidateAfter('people', () => ('sweep' in one ? one.sweep(signal) : drop(one, signal))).catch(
      (error: unknown) => {
        if (!signal.aborted) log().error({ err: error }, 'what is old could not be dropped');
      },
    );
}

async function drop(
  { table, which, set }: Extract<Forgotten, { which: unknown }>,
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
