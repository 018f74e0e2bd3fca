import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { type Database, db, type Transaction } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { disputeIndexes, disputes } from '#lib/db/schema/disputes.ts';
import { getIndexState, type IndexState } from '#lib/disputes/server/get-index-state.ts';
import { readIndex } from '#lib/disputes/server/read-index.ts';

/** A page that waits longer than this for its first rows is told what is there so far. */
const WAIT_MS = 4_000;
const LOOK_MS = 150;

/** Has the account's disputes read again as soon as somebody can; the index begins with the first asking. */
export async function requestSync(tx: Database | Transaction, accountId: string): Promise<void> {
  await tx
    .insert(disputeIndexes)
    .values({ accountId, nextAt: sql`now()` })
    .onConflictDoUpdate({ target: disputeIndexes.accountId, set: { nextAt: sql`now()` } });
}

/**
 * Begins the index where there is none and waits a few seconds for its first rows; the rest is read in the background.
 * A fault of the reading is thrown while there is nothing to show.
 */
export async function beginIndex(ctx: Ctx): Promise<IndexState> {
  ctx.part('disputes');
  const state = await getIndexState(ctx.account.id);
  if (state !== null && (state.asOf !== null || (await holdsSome(ctx.account.id)))) return state;
  await db()
    .insert(disputeIndexes)
    .values({ accountId: ctx.account.id, nextAt: sql`now()` })
    .onConflictDoNothing();
  return readWithin(ctx, ({ asOf }) => asOf !== null).catch(async (error: unknown) => {
    if (await holdsSome(ctx.account.id)) return { completeAt: null, asOf: null };
    throw error;
  });
}

async function holdsSome(accountId: string): Promise<boolean> {
  const some = await db()
    .select({ id: disputes.id })
    .from(disputes)
    .where(eq(disputes.accountId, accountId))
    .limit(1);
  return some.length > 0;
}

/** An operator asks for what is new: read again at once, whatever the schedule says. */
export async function refreshIndex(ctx: Ctx): Promise<IndexState> {
  ctx.part('disputes');
  const asked = databaseNow();
  await requestSync(db(), ctx.account.id);
  return readWithin(ctx, ({ asOf }) => asOf !== null && asOf.getTime() >= asked);
}

/** Reads, or watches who reads already, until it is `enough` or the wait is over; the reading goes on after it. */
async function readWithin(ctx: Ctx, enough: (state: IndexState) => boolean): Promise<IndexState> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const reading = readIndex(ctx.account.id, 'operator');
    // Nobody waits for a step that outlasts this request; its fault is met by the next one.
    reading.catch(() => undefined);
    const mine = await Promise.race([reading, pause(until - Date.now()).then(() => true)]);
    const state = await getIndexState(ctx.account.id);
    if (state !== null && enough(state)) return state;
    if (Date.now() >= until) return state ?? { completeAt: null, asOf: null };
    if (!mine) await pause(LOOK_MS);
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));
