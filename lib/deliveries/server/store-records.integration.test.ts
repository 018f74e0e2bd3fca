import { asc, eq, sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { db } from '#lib/db/client.ts';
import { deliveries } from '#lib/db/schema/deliveries.ts';
import type { NewDelivery } from '#lib/deliveries/server/record-row.ts';
import { storeRecords } from '#lib/deliveries/server/store-records.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const at = new Date('2026-11-22T12:00:00.000Z');
const record = (accountId: string, id: string): NewDelivery => ({
  accountId,
  id,
  delivered: true,
  outcome: 'delivered',
  lastAt: at,
  createdAt: at,
});
const store = (row: NewDelivery) => db().transaction((tx) => storeRecords(tx, [row]));

it('M17: of one account no record comes before those that somebody has already followed', async () => {
  if (process.env.DATABASE_URL === '') {
    // The embedded database does one transaction at a time.
    await Promise.all([store(record('one', 'a')), store(record('one', 'b'))]);
  } else {
    const other: Promise<number>[] = [];
    let through = false;
    await db().transaction(async (tx) => {
      await storeRecords(tx, [record('one', 'a')]);
      other.push(store(record('one', 'b')));
      void other[0]?.then(() => {
        through = true;
      });
      // It waits for us, or is through, which would be the fault.
      await vi.waitFor(
        async () => {
          const { rows } = (await db().execute(
            sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )) as unknown as { rows: unknown[] };
          expect(through || rows.length > 0).toBe(true);
        },
        { timeout: 20_000, interval: 10 },
      );
      expect(through).toBe(false);
      // Another account's records wait for nobody.
      expect(await store(record('two', 'c'))).toBe(1);
    });
    await Promise.all(other);
  }
  const rows = await db()
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.accountId, 'one'))
    .orderBy(asc(deliveries.seq));
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b']);
});
