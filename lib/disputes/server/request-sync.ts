import 'server-only';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { accountById } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { nullOn } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { sleep } from '#lib/core/sleep.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { runInBackground } from '#lib/data/jobs/background.ts';
import type { DurableJob } from '#lib/data/jobs/queue.ts';
import type { Tick } from '#lib/data/jobs/ticks.ts';
import { disputeIndexes, disputes } from '#lib/data/schema/disputes.ts';
import { upsertInfractions } from '#lib/disputes/server/read-dispute.ts';
import { readIndex } from '#lib/disputes/server/read-index.ts';
import { backgroundCall } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';

/** A page waits at most this long for its first rows, then shows what there is. */
const WAIT_MS = 4_000;
const POLL_MS = 150;

/** Schedules a read of the account's disputes now; creates the index on the first request. */
export async function requestSync(tx: Database | Transaction, accountId: string): Promise<void> {
  await tx
    .insert(disputeIndexes)
    .values({ accountId, nextAt: sql`now()` })
    .onConflictDoUpdate({ target: disputeIndexes.accountId, set: { nextAt: sql`now()` } });
}

export type IndexState = Pick<typeof disputeIndexes.$inferSelect, 'completeAt' | 'asOf'>;

/** How far the account's disputes were read; null before the first request. */
export async function getIndexState(accountId: string): Promise<IndexState | null> {
  const [row] = await db()
    .select({ completeAt: disputeIndexes.completeAt, asOf: disputeIndexes.asOf })
    .from(disputeIndexes)
    .where(eq(disputeIndexes.accountId, accountId));
  return row ?? null;
}

/** Creates a missing index and waits seconds for its first rows. Throws the read's error only if empty. */
export async function beginIndex(ctx: Ctx): Promise<IndexState> {
  ctx.part('disputes');
  const state = await getIndexState(ctx.account.id);
  if (state !== null && (state.asOf !== null || (await hasSome(ctx.account.id)))) return state;
  await db()
    .insert(disputeIndexes)
    .values({ accountId: ctx.account.id, nextAt: sql`now()` })
    .onConflictDoNothing();
  return readWithin(ctx, ({ asOf }) => asOf !== null).catch(async (error: unknown) => {
    if (await hasSome(ctx.account.id)) return { completeAt: null, asOf: null };
    throw error;
  });
}

async function hasSome(accountId: string): Promise<boolean> {
  const some = await db()
    .select({ id: disputes.id })
    .from(disputes)
    .where(eq(disputes.accountId, accountId))
    .limit(1);
  return some.length > 0;
}

/** Reads, or waits for another reader, until `enough` or the time limit. The read itself continues. */
async function readWithin(ctx: Ctx, enough: (state: IndexState) => boolean): Promise<IndexState> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const reading = readIndex(ctx.account.id, 'operator');
    // A read may outlast this request; the next request meets its error.
    reading.catch(() => undefined);
    const didRead = await Promise.race([reading, sleep(until - Date.now()).then(() => true)]);
    const state = await getIndexState(ctx.account.id);
    if (state !== null && enough(state)) return state;
    if (Date.now() >= until) return state ?? { completeAt: null, asOf: null };
    if (!didRead) await sleep(POLL_MS);
  }
}

/** Reads at once what can have changed; returns how far the index is after a few seconds at most. */
export async function refreshDisputes({ ctx }: Args<'POST /disputes/refresh'>) {
  ctx.part('disputes');
  const requestedAt = databaseNow();
  await requestSync(db(), ctx.account.id);
  const isNew = (state: IndexState) => state.asOf !== null && state.asOf.getTime() >= requestedAt;
  const { completeAt, asOf } = await readWithin(ctx, isNew);
  return { completeAt: completeAt?.toISOString() ?? null, asOf: asOf?.toISOString() ?? null };
}

/** Updates the disputes of every indexed account. A failing or slow account does not delay the others. */
export const disputeIndexTick: Tick = {
  name: 'disputes index',
  everyMs: 2_000,
  run: async (signal) => {
    const due = await db()
      .select({ accountId: disputeIndexes.accountId })
      .from(disputeIndexes)
      .where(
        and(
          lte(disputeIndexes.nextAt, sql`now()`),
          or(isNull(disputeIndexes.heldUntil), lte(disputeIndexes.heldUntil, sql`now()`)),
        ),
      );
    if (signal.aborted) return;
    for (const { accountId } of due)
      runInBackground(`disputes ${accountId}`, async () => {
        await readIndex(accountId, 'background').catch((error: unknown) =>
          log().info({ accountId, err: error }, 'the disputes could not be read'),
        );
      });
  },
};

/** After a callback about a dispute (`disputeId` null: unknown which): reads it without waiting. */
export const disputeChangedJob: DurableJob = {
  name: 'dispute-changed',
  run: async ({ accountId, disputeId }) => {
    if (typeof accountId !== 'string') return null;
    await requestSync(db(), accountId);
    const account = await accountById(accountId);
    const port = account === null ? undefined : portFor(account).disputes;
    if (port === undefined || typeof disputeId !== 'string') return null;
    const startedAt = databaseNow();
    const found = await port.get(disputeId, backgroundCall()).catch(nullOn('not_found'));
    if (found !== null) await upsertInfractions(accountId, [found.infraction], startedAt);
    return null;
  },
};
