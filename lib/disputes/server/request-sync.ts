import 'server-only';
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { accountById } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { nullOn } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { runInBackground } from '#lib/data/jobs/background.ts';
import type { Tick } from '#lib/data/jobs/leases.ts';
import type { DurableJob } from '#lib/data/jobs/queue.ts';
import { disputeIndexes, disputes } from '#lib/data/schema/disputes.ts';
import { readIndex } from '#lib/disputes/server/read-index.ts';
import { upsertInfractions } from '#lib/disputes/server/upsert-infractions.ts';
import { backgroundCall } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';

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

export type IndexState = Pick<typeof disputeIndexes.$inferSelect, 'completeAt' | 'asOf'>;

/** How far the account's disputes were read; null before anybody asked for them. */
export async function getIndexState(accountId: string): Promise<IndexState | null> {
  const [row] = await db()
    .select({ completeAt: disputeIndexes.completeAt, asOf: disputeIndexes.asOf })
    .from(disputeIndexes)
    .where(eq(disputeIndexes.accountId, accountId));
  return row ?? null;
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
async function refreshIndex(ctx: Ctx): Promise<IndexState> {
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

/** Reads again at once what can have changed; answers how far the index is after a few seconds at most. */
export async function refreshDisputes({
  ctx,
}: Args<'POST /disputes/refresh'>): Promise<{ completeAt: string | null; asOf: string | null }> {
  const { completeAt, asOf } = await refreshIndex(ctx);
  return { completeAt: completeAt?.toISOString() ?? null, asOf: asOf?.toISOString() ?? null };
}

/** Keeps the disputes of every account whose index was begun; neither fault nor silence of one holds up the others. */
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

/** A callback told of a dispute (`disputeId` null: of some dispute): it is read again without waiting for its turn. */
export const disputeChangedJob: DurableJob = {
  name: 'dispute-changed',
  run: async ({ accountId, disputeId }) => {
    if (typeof accountId !== 'string') return null;
    await requestSync(db(), accountId);
    const account = await accountById(accountId);
    const port = account === null ? undefined : portFor(account).disputes;
    if (port === undefined || typeof disputeId !== 'string') return null;
    const begun = databaseNow();
    const found = await port.get(disputeId, backgroundCall()).catch(nullOn('not_found'));
    if (found !== null) await upsertInfractions(accountId, [found.infraction], begun);
    return null;
  },
};
