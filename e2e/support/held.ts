import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { db } from '#lib/data/client.ts';

/**
 * Waits until each of `others` waits for a lock of another transaction, so the test controls the order. Fails
 * if one finished instead. The embedded database runs one transaction at a time, so there it returns at once.
 */
export async function allWaitForLocks(...others: readonly Promise<unknown>[]): Promise<void> {
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
