import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { db } from '#lib/data/client.ts';

/**
 * Each of `others` has come to a lock that somebody else's transaction holds: only then may that one end, and an order
 * is forced instead of hoped for. One that got through instead is the fault. The embedded database does one transaction
 * at a time: there nothing is to be waited for.
 */
export async function allHeld(...others: readonly Promise<unknown>[]): Promise<void> {
  let through = 0;
  for (const one of others) {
    const ended = () => {
      through += 1;
    };
    one.then(ended, ended);
  }
  if (process.env.DATABASE_URL === '') return;
  await vi.waitFor(async () => expect(through + (await waiting())).toBeGreaterThanOrEqual(others.length), {
    timeout: 20_000,
    interval: 10,
  });
  expect(through, 'those that no lock held').toBe(0);
}

async function waiting(): Promise<number> {
  const { rows } = (await db().execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )) as unknown as { rows: unknown[] };
  return rows.length;
}
