import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { db } from '#lib/data/client.ts';
import { beat } from '#lib/data/jobs/instance.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { getTransactionRecords } from '#lib/deliveries/server/get-delivery.ts';
import { type NewDelivery, storeRecords } from '#lib/deliveries/server/store-records.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import type { CallbackRecord } from '#lib/providers/records.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';
import { withClockAhead } from '../../../e2e/support/skewed-clock.ts';
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

it.runIf(process.env.GUICHE_TEST_ENGINE === 'postgres')(
  'M9: a record that tells no time has that of the database, whatever this process’s clock says',
  async () => {
    const record = {
      id: 'timeless',
      transactionId: 'tx',
      createdAt: null,
      url: null,
      status: 200,
      body: null,
    };
    const list = async () => ({
      ...{ items: [record as unknown as CallbackRecord], more: false, total: 1 },
      asOf: new Date().toISOString(),
    });
    const port = { deliveries: { list } } as unknown as ProviderPort;
    await withClockAhead(-600_000, async () => {
      await beat();
      await getTransactionRecords({ id: 'three' }, port, 'tx', {});
    }).finally(beat);
    const [row] = await db().select().from(deliveries).where(eq(deliveries.accountId, 'three'));
    expect(Math.abs((row?.createdAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  },
);

it('M17: of one account no record comes before those that somebody has already followed', async () => {
  if (process.env.DATABASE_URL === '') {
    // The embedded database does one transaction at a time.
    await Promise.all([store(record('one', 'a')), store(record('one', 'b'))]);
  } else {
    const other: Promise<number>[] = [];
    await db().transaction(async (tx) => {
      await storeRecords(tx, [record('one', 'a')]);
      other.push(store(record('one', 'b')));
      await allWaitForLocks(...other);
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

it('U5: attempts are counted within one event, and of a dispute within one change of it', async () => {
  const send = (n: number, event: string, status: number): NewDelivery => {
    const createdAt = new Date(at.getTime() + n * 60_000);
    return {
      ...record('attempts', `a${n}`),
      ...{ transactionId: 'tx', url: 'https://a.example/h', event, status, createdAt, lastAt: createdAt },
      ...{ delivered: status === 200, outcome: status === 200 ? 'delivered' : 'failed' },
    };
  };
  const sent: [string, number][] = [
    ...([
      ['TRANSACTION_COMPLETED', 503],
      ['TRANSACTION_COMPLETED', 200],
    ] as [string, number][]),
    ...([
      ['INFRACTION_CHANGED', 200],
      ['INFRACTION_CHANGED', 503],
      ['INFRACTION_CHANGED', 200],
    ] as [string, number][]),
    ...([
      ['TRANSACTION_REFUNDED', 503],
      ['INFRACTION_CHANGED', 200],
    ] as [string, number][]),
  ];
  const rows = sent.map(([event, status], n) => send(n, event, status));
  await db().transaction((tx) => storeRecords(tx, rows));
  const stored = await db()
    .select({ attempt: deliveries.attempt, attempts: deliveries.attempts })
    .from(deliveries)
    .where(eq(deliveries.accountId, 'attempts'))
    .orderBy(asc(deliveries.createdAt));
  expect(stored.map(({ attempt, attempts }) => `${attempt}/${attempts}`)).toEqual([
    '1/2',
    '2/2',
    '1/1',
    '1/2',
    '2/2',
    '1/1',
    '1/1',
  ]);
});
