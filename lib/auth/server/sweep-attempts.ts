import 'server-only';
import { and, isNotNull, lt, or, sql } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { ago } from '#lib/db/clock.ts';
import { writing } from '#lib/db/remembered.ts';
import { sessions, signInThrottle } from '#lib/db/schema/operators.ts';

const DAY_MS = 86_400_000;
/** Who was signed in from where stays this long after it ended; the audit log keeps the sign-ins themselves. */
const ENDED_SESSIONS_MS = 30 * DAY_MS;
/** The longest wait is fifteen minutes: what a day left behind slows nobody any more. */
const ATTEMPTS_MS = DAY_MS;

/** Drops sessions that ended (or nobody used) long ago, and counts of attempts that are over. */
export async function sweepAttempts(): Promise<void> {
  const ended = and(isNotNull(sessions.endedAt), lt(sessions.endedAt, ago(ENDED_SESSIONS_MS)));
  const unused = lt(sessions.lastSeenAt, ago(ENDED_SESSIONS_MS));
  await writing('people', () => db().delete(sessions).where(or(ended, unused)));
  const over = sql`greatest(${signInThrottle.windowStartedAt}, ${signInThrottle.waitUntil})`;
  await db()
    .delete(signInThrottle)
    .where(lt(over, ago(ATTEMPTS_MS)));
}
