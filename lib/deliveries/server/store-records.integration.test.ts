import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { db } from '#lib/db/client.ts';
import { deliveries } from '#lib/db/schema/deliveries.ts';
import type { NewDelivery } from '#lib/deliveries/server/record-row.ts';
import { storeRecords } from '#lib/deliveries/server/store-records.ts';
import { allHeld } from '../../../e2e/support/held.ts';
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
    await db().transaction(async (tx) => {
      await storeRecords(tx, [record('one', 'a')]);
      other.push(store(record('one', 'b')));
      await allHeld(...other);
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
