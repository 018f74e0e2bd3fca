import 'server-only';
import { and, eq, inArray, lt, type SQL } from 'drizzle-orm';
import type { Account } from '#lib/accounts/server/account.ts';
import { accountById } from '#lib/accounts/server/account.ts';
import { db } from '#lib/db/client.ts';
import { databaseNow, dbNow } from '#lib/db/clock.ts';
import { deliveries } from '#lib/db/schema/deliveries.ts';
import { keptSince, mostRows } from '#lib/deliveries/server/index-limits.ts';
import { type IndexState, indexState, openIndexes, saveState } from '#lib/deliveries/server/index-state.ts';
import { readIndex } from '#lib/deliveries/server/read-index.ts';
import { takeTurn } from '#lib/jobs/server/turn.ts';
import { backgroundCall } from '#lib/providers/reach.ts';

/** Of each turn: long enough to get on, short enough to leave the rest of the machine its share. */
const WORK_MS = 1_500;
const TURN_MS = 2_500;
/** A real account's calls are counted: what is new there is looked for this often. */
const REAL_TURN_MS = 10_000;
const AFTER_PROBLEM_MS = 15_000;
const SWEPT_EVERY_MS = 3_600_000;
const SWEPT_ROWS = 5_000;

/** Keeps every begun index current while it is wanted, reads it backwards, and drops what is too old. */
export async function keepIndexes(signal: AbortSignal): Promise<void> {
  for (const state of await openIndexes()) {
    if (signal.aborted) return;
    const account = await accountById(state.accountId);
    if (account !== null) await keep(account, state, signal);
  }
}

async function keep(account: Account, state: IndexState, signal: AbortSignal): Promise<void> {
  const calm = state.backDone && !account.simulator;
  const troubled = state.problem !== null;
  const forMs = troubled ? AFTER_PROBLEM_MS : calm ? REAL_TURN_MS : TURN_MS;
  if (!(await takeTurn(`deliveries ${account.id}`, forMs))) return;
  const call = backgroundCall(signal);
  // Its problem is written down: the page says it, and the next turn tries again.
  await readIndex(account, { until: Date.now() + WORK_MS, call }).catch(() => undefined);
  await sweep(account);
}

/** Drops what is too old, and the oldest of what is too much. */
async function sweep(account: Account): Promise<void> {
  const state = await indexState(account.id);
  if (state === null || (state.sweptAt?.getTime() ?? 0) > databaseNow() - SWEPT_EVERY_MS) return;
  const since = new Date(keptSince(account));
  const mine = eq(deliveries.accountId, account.id);
  let swept = await drop(and(mine, lt(deliveries.createdAt, since)), Number.POSITIVE_INFINITY);
  swept += await drop(mine, state.rows - swept - mostRows());
  const now = await indexState(account.id);
  if (now === null) return;
  const fromAt = now.fromAt !== null && now.fromAt < since ? since : now.fromAt;
  await saveState(db(), now, { sweptAt: dbNow, rows: now.rows - swept, fromAt });
}

/** Deletes the oldest of these, at most so many, a few thousand at a time. */
async function drop(which: SQL | undefined, most: number): Promise<number> {
  let dropped = 0;
  while (dropped < most) {
    const limit = Math.min(SWEPT_ROWS, most - dropped);
    const oldest = db().select({ id: deliveries.id }).from(deliveries).where(which);
    const gone = await db()
      .delete(deliveries)
      .where(and(which, inArray(deliveries.id, oldest.orderBy(deliveries.createdAt).limit(limit))))
      .returning({ id: deliveries.id });
    dropped += gone.length;
    if (gone.length < limit) break;
  }
  return dropped;
}
