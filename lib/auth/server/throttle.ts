import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#lib/db/client.ts';
import { signInThrottle } from '#lib/db/schema/operators.ts';

/**
 * Failed proofs are slowed, never locked (a lock is a weapon): five in two minutes are free, then each waits twice
 * as long, up to fifteen minutes. Kept in the database: it survives a restart and spans instances.
 */
const FREE = 5;
const WINDOW_SECONDS = 120;
const FIRST_WAIT_SECONDS = 15;
const LONGEST_WAIT_SECONDS = 900;

/** Seconds until the first of these buckets lets another try in; 0 when all do. */
export async function waitOf(database: Database, buckets: string[]): Promise<number> {
  let longest = 0;
  for (const bucket of buckets) {
    const [row] = await database.select().from(signInThrottle).where(eq(signInThrottle.bucket, bucket));
    const left = row?.waitUntil ? Math.ceil((row.waitUntil.getTime() - Date.now()) / 1000) : 0;
    longest = Math.max(longest, left);
  }
  return longest;
}

/** Counts one failure in each bucket; one statement a bucket, so that parallel tries all count. */
export async function countFailure(database: Database, buckets: string[]): Promise<void> {
  const ago = sql`now() - make_interval(secs => ${WINDOW_SECONDS})`;
  // Neither the window nor the last wait reaches into the last two minutes: the count begins anew.
  const over = sql`(t.window_started_at < ${ago} and coalesce(t.wait_until, 'epoch') < ${ago})`;
  const failures = sql`(case when ${over} then 1 else t.failures + 1 end)`;
  const wait = sql`least(${LONGEST_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * power(2, least(${failures} - ${FREE}, 10)))`;
  for (const bucket of buckets)
    await database.execute(sql`
      insert into sign_in_throttle as t (bucket, failures, window_started_at) values (${bucket}, 1, now())
      on conflict (bucket) do update set
        failures = ${failures},
        window_started_at = case when ${over} then now() else t.window_started_at end,
        wait_until = case when ${failures} >= ${FREE} then now() + make_interval(secs => ${wait}) end`);
}

export async function forget(database: Database, bucket: string): Promise<void> {
  await database.delete(signInThrottle).where(eq(signInThrottle.bucket, bucket));
}
