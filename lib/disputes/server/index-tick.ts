import 'server-only';
import { and, isNull, lte, or, sql } from 'drizzle-orm';
import { accountById } from '#lib/accounts/server/account.ts';
import { db } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { disputeIndexes } from '#lib/db/schema/disputes.ts';
import { readIndex } from '#lib/disputes/server/read-index.ts';
import { requestSync } from '#lib/disputes/server/request-sync.ts';
import { upsertInfractions } from '#lib/disputes/server/upsert-infractions.ts';
import { nullOn } from '#lib/errors.ts';
import { inLane } from '#lib/jobs/server/lanes.ts';
import type { DurableJob } from '#lib/jobs/server/queue.ts';
import type { Tick } from '#lib/jobs/server/ticks.ts';
import { log } from '#lib/log.ts';
import { backgroundCall } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';

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
      inLane(`disputes ${accountId}`, async () => {
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
