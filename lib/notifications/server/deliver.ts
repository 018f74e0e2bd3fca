import 'server-only';
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { log } from '#lib/core/log.ts';
import { db } from '#lib/data/client.ts';
import { ago, dbNow, fromNow } from '#lib/data/clock.ts';
import { runInBackground } from '#lib/data/jobs/background.ts';
import type { PeriodicJob } from '#lib/data/jobs/periodic.ts';
import type { Tick } from '#lib/data/jobs/ticks.ts';
import { noticeChannels, noticeMessages } from '#lib/data/schema/notifications.ts';
import { hookChannel, noteAttempt, openChannels, pauseAfter } from '#lib/notifications/server/channels.ts';
import { hookOf, letterOf, type MessageRow } from '#lib/notifications/server/compose.ts';
import { type Attempt, sendSmtp, sendWebhook } from '#lib/notifications/server/send.ts';

/** Longer than any attempt takes: the lease of a dead process ends after it. */
const LEASE_MS = 60_000;
/** A message that could not be sent for this long is marked as lost. */
const GIVEN_UP_MS = 24 * 3_600_000;

/** Empties the outbox. Each channel has its own background task, so that a dead one delays no other. */
export const outboxTick: Tick = {
  name: 'outbox',
  everyMs: 1_000,
  run: async (signal) => {
    for (const channel of await dueChannels())
      runInBackground(`channel ${channel}`, () => drain(channel, signal));
  },
};

/** Marks messages that have waited for three days as lost, because no configured channel sends them. */
export const outboxSweep: PeriodicJob = {
  name: 'outbox-sweep',
  everyMs: 600_000,
  run: async () => {
    await db()
      .update(noticeMessages)
      .set({ state: 'lost', endedAt: dbNow, problem: 'too_late', sealed: null })
      .where(and(eq(noticeMessages.state, 'waiting'), lt(noticeMessages.createdAt, ago(3 * GIVEN_UP_MS))));
  },
};

const due = and(
  eq(noticeMessages.state, 'waiting'),
  lte(noticeMessages.dueAt, dbNow),
  or(isNull(noticeMessages.leasedUntil), lt(noticeMessages.leasedUntil, dbNow)),
);
const rests = sql`exists (select 1 from ${noticeChannels} where ${noticeChannels.id} = ${noticeMessages.channel}
  and ${noticeChannels.pausedUntil} > now())`;

async function dueChannels(): Promise<string[]> {
  const open = await openChannels();
  if (open.length === 0) return [];
  const rows = await db()
    .selectDistinct({ channel: noticeMessages.channel })
    .from(noticeMessages)
    .where(and(due, inArray(noticeMessages.channel, open), sql`not ${rests}`));
  return rows.map(({ channel }) => channel);
}

/** Sends a channel's messages one by one until none is due or it pauses. Each process claims its own rows. */
export async function drain(channel: string, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true) {
    const row = await claim(channel);
    if (row === null) return;
    const attempt = await send(row).catch((error: unknown): Attempt => {
      log().error({ err: error, message: row.id }, 'a message could not be put together');
      return { ok: false, problem: 'unreadable', whose: 'message', ms: 0 };
    });
    if (attempt !== null) await noteAttempt(channel, attempt);
    await settle(row, attempt);
  }
}

async function claim(channel: string): Promise<MessageRow | null> {
  const next = db()
    .select({ id: noticeMessages.id })
    .from(noticeMessages)
    .where(and(due, eq(noticeMessages.channel, channel), sql`not ${rests}`))
    .orderBy(asc(noticeMessages.dueAt), asc(noticeMessages.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db()
    .update(noticeMessages)
    .set({ leasedUntil: fromNow(LEASE_MS), attempts: sql`${noticeMessages.attempts} + 1` })
    .where(inArray(noticeMessages.id, next))
    .returning();
  return row ?? null;
}

/** Null: nobody may get the message any more. */
async function send(row: MessageRow): Promise<Attempt | null> {
  if (row.channel === 'email') {
    const letter = await letterOf(row);
    return letter === null ? null : sendSmtp(letter);
  }
  const channel = await hookChannel(row.channel);
  const message = channel === null ? null : await hookOf(channel, row);
  return channel === null || message === null ? null : sendWebhook(channel, message);
}

/** Stores the result only while this process still has the lease: another may have claimed the message. */
async function settle(row: MessageRow, attempt: Attempt | null): Promise<void> {
  const stillClaimed = and(eq(noticeMessages.id, row.id), eq(noticeMessages.attempts, row.attempts));
  const problem = attempt === null ? 'nobody' : attempt.ok ? null : attempt.problem;
  const isOver = attempt === null || attempt.ok || attempt.whose === 'address';
  const tooLate = sql`${noticeMessages.createdAt} < ${ago(GIVEN_UP_MS)}`;
  const change = isOver
    ? // A sent link may still work, so it must not stay readable here.
      { state: problem === null ? ('sent' as const) : ('lost' as const), endedAt: dbNow, sealed: null }
    : {
        state: sql`case when ${tooLate} then 'lost' else 'waiting' end`,
        endedAt: sql`case when ${tooLate} then now() end`,
        sealed: sql`case when ${tooLate} then null else ${noticeMessages.sealed} end`,
        dueAt: fromNow(pauseAfter(row.attempts)),
      };
  await db()
    .update(noticeMessages)
    .set({ ...change, problem, leasedUntil: null })
    .where(stillClaimed);
}
