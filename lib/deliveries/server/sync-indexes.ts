import 'server-only';
import { and, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { type Account, accountById, listAccounts } from '#lib/accounts/server/account.ts';
import { saoPauloDay } from '#lib/core/dates.ts';
import { settings } from '#lib/core/env/settings.ts';
import { db, makePartitions, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { runInBackground } from '#lib/data/jobs/background.ts';
import { acquireLease } from '#lib/data/jobs/ticks.ts';
import { dropCutoff, dropPartitions } from '#lib/data/partitions.ts';
import { deliveries, deliveryCounts, deliveryIndexes } from '#lib/data/schema/deliveries.ts';
import {
  type IndexState,
  indexState,
  longestRetention,
  mostRows,
  openIndexes,
  retainedSince,
  saveState,
} from '#lib/deliveries/server/index-state.ts';
import { readIndex } from '#lib/deliveries/server/read-index.ts';
import { lockRecords } from '#lib/deliveries/server/store-records.ts';
import { backgroundCall } from '#lib/providers/reach.ts';

/** Read time per run (ms): enough to make progress, short enough to leave the machine capacity. */
const WORK_MS = 1_500;
const TURN_MS = 2_500;
/** A real account's calls are limited, so new records are read only this often. */
const REAL_TURN_MS = 10_000;
const AFTER_PROBLEM_MS = 15_000;
const SWEPT_ROWS = 5_000;

/** Updates every requested index and reads it backwards, with one background task per account. */
export async function syncIndexes(signal: AbortSignal): Promise<void> {
  const open = await openIndexes();
  if (signal.aborted) return;
  for (const state of open)
    runInBackground(`deliveries ${state.accountId}`, async () => {
      const account = await accountById(state.accountId);
      if (account !== null && account.unconfigured !== true) await syncIndex(account, state, signal);
    });
}

async function syncIndex(account: Account, state: IndexState, signal: AbortSignal): Promise<void> {
  const isSettled = state.backDone && !account.simulator;
  const troubled = state.problem !== null;
  const forMs = troubled ? AFTER_PROBLEM_MS : isSettled ? REAL_TURN_MS : TURN_MS;
  if (!(await acquireLease(`deliveries ${account.id}`, forMs))) return;
  const call = backgroundCall(signal);
  // The error is stored as the index's problem, which pages show; the next run tries again.
  await readIndex(account, { until: Date.now() + WORK_MS, call }).catch(() => undefined);
}

/** Deletes records past the retention or above the size limit, oldest first, and empty counts. */
export async function sweepIndexes(signal: AbortSignal): Promise<void> {
  const all = await db().select({ accountId: deliveryIndexes.accountId }).from(deliveryIndexes);
  for (const { accountId } of all) {
    const account = signal.aborted ? null : await accountById(accountId);
    if (account !== null) await sweep(account);
  }
}

async function sweep(account: Account): Promise<void> {
  const state = await indexState(account.id);
  if (state === null) return;
  const since = new Date(retainedSince(account));
  const gone = dropCutoff('deliveries', longestRetention(await listAccounts()));
  const old = and(lt(deliveries.createdAt, since), gte(deliveries.arrivedAt, gone));
  let swept = await drop(account.id, old, Number.POSITIVE_INFINITY);
  swept += await drop(account.id, undefined, state.rows - swept - mostRows());
  const { accountId, rows, day } = deliveryCounts;
  const nothing = and(eq(accountId, account.id), eq(rows, 0), lt(day, saoPauloDay(since)));
  await db().delete(deliveryCounts).where(nothing);
  const now = await indexState(account.id);
  if (now === null) return;
  const fromAt = now.fromAt !== null && now.fromAt < since ? since : now.fromAt;
  await saveState(db(), now, { sweptAt: dbNow, rows: now.rows - swept, fromAt });
}

/** Deletes the account's oldest matching records, at most `most`, a few thousand at a time. */
async function drop(accountId: string, which: SQL | undefined, most: number): Promise<number> {
  const those = and(eq(deliveries.accountId, accountId), which);
  let dropped = 0;
  while (dropped < most) {
    const limit = Math.min(SWEPT_ROWS, most - dropped);
    const gone = await db().transaction(async (tx) => {
      await lockRecords(tx, accountId);
      const oldest = tx.select({ id: deliveries.id }).from(deliveries).where(those);
      return tx
        .delete(deliveries)
        .where(and(those, inArray(deliveries.id, oldest.orderBy(deliveries.createdAt).limit(limit))))
        .returning({ id: deliveries.id });
    });
    dropped += gone.length;
    if (gone.length < limit) break;
  }
  return dropped;
}

const DAY_MS = 86_400_000;

/** Creates the partitions needed next and drops those past every retention. */
export async function syncPartitions(): Promise<void> {
  await makePartitions(db());
  await dropOldPartitions();
}

export async function dropOldPartitions(): Promise<void> {
  await dropPartitions('deliveries', longestRetention(await listAccounts()), uncountDeliveries);
  await dropPartitions('received_callbacks', settings().mirrorDays * DAY_MS, async (tx, name) => {
    await tx.execute(sql`
      delete from received_keys k using ${sql.identifier(name)} p
      where k.account_id = p.account_id and k.dedupe_key = p.dedupe_key`);
  });
}

/** Removes a partition's rows from the counts, the keys, the closings and the index sizes. */
async function uncountDeliveries(tx: Transaction, name: string): Promise<void> {
  const partition = sql.identifier(name);
  await tx.execute(
    sql.raw(`do $$ begin execute delivery_count_sql('select *, -1 as step from ${name}'); end $$`),
  );
  await tx.execute(sql`
    delete from closed_failures c using ${partition} p where c.account_id = p.account_id and c.delivery_id = p.id`);
  await tx.execute(sql`
    delete from delivery_keys k using ${partition} p where k.account_id = p.account_id and k.id = p.id`);
  await tx.execute(sql`
    update delivery_indexes i set rows = i.rows - p.rows, version = i.version + 1
    from (select account_id, count(*)::int as rows from ${partition} group by 1) p
    where p.account_id = i.account_id`);
}
