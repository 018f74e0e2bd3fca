import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { settings } from '#lib/core/env/settings.ts';
import { db, rowsOf } from '#lib/data/client.ts';
import { dropCutoff, withPartitions } from '#lib/data/partitions.ts';
import { deliveries, deliveryCounts, deliveryIndexes, deliveryKeys } from '#lib/data/schema/deliveries.ts';
import { receivedCallbacks, receivedKeys } from '#lib/data/schema/webhooks.ts';
import { storeRecords } from '#lib/deliveries/server/store-records.ts';
import { dropOldPartitions, syncPartitions } from '#lib/deliveries/server/sync-indexes.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const DAY_MS = 86_400_000;
const at = new Date('2026-11-22T12:00:00.000Z');
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const record = (id: string) => ({
  ...{ accountId: 'one', id, delivered: true, outcome: 'delivered', lastAt: at, createdAt: at },
});
const callback = (id: string) => ({
  ...{ id, accountId: 'one', dedupeKey: id, endpoint: 'e', transactionId: 't', event: 'e', headers: {} },
  ...{ body: '{}', signature: 'holds', receivedAt: at, lastReceivedAt: at },
});
const names = async (table: string) =>
  (await rowsOf<{ name: string }>(sql`select name from partitions_of(${table}) order by upper`)).map(
    ({ name }) => name,
  );
const rangeOf = (name: string) =>
  rowsOf<{ n: unknown }>(sql`select count(*) as n from ${sql.identifier(name)}`).then(([row]) =>
    Number(row?.n),
  );

/** As an installation is after years: a partition a month from so many days ago. */
async function fromBefore(days: number): Promise<void> {
  for (const table of ['deliveries', 'received_callbacks']) {
    for (const name of await names(table)) await db().execute(sql`drop table ${sql.identifier(name)}`);
    await db().execute(
      sql.raw(`do $$ begin execute format('create table ${table}_before partition of ${table}
        for values from (minvalue) to (%L)', partition_end(now() - interval '${days} days')); end $$`),
    );
    await db().execute(sql`select make_partitions(${table}, now() + interval '70 days')`);
  }
}

beforeAll(async () => {
  await fromBefore(settings().mirrorDays + 100);
  await db().insert(deliveryIndexes).values({ accountId: 'one', wantedUntil: at, rows: 3 });
});

it('there is a partition for each month to come, and none for the rest', async () => {
  for (const table of ['deliveries', 'received_callbacks']) {
    const [last] = await rowsOf<{ days: unknown }>(
      sql`select extract(epoch from max(upper) - now()) / 86400 as days from partitions_of(${table})`,
    );
    expect(Number(last?.days)).toBeGreaterThan(70);
    const defaults = await rowsOf(
      sql`select 1 from pg_partitioned_table where partrelid = ${table}::regclass and partdefid <> 0`,
    );
    expect(defaults).toEqual([]);
  }
});

it('a record stored twice is one row, also in another month, and so is a callback, counted', async () => {
  const store = () => db().transaction((tx) => storeRecords(tx, [record('a'), record('a')]));
  expect([await store(), await store()]).toEqual([1, 0]);
  const again = { ...record('a'), arrivedAt: ago(45) };
  expect(await db().insert(deliveries).values(again).onConflictDoNothing().returning()).toEqual([]);
  expect(await db().$count(deliveries)).toBe(1);

  const rows = [callback('c'), { ...callback('c'), id: 'other', receivedAt: ago(45) }];
  for (const row of rows) await db().insert(receivedCallbacks).values(row);
  expect(await db().select().from(receivedCallbacks)).toMatchObject([{ id: 'c', times: 2 }]);
});

it('what is forgotten may come again', async () => {
  await db().delete(deliveries);
  await db().delete(receivedCallbacks);
  expect(await db().$count(deliveryKeys)).toBe(0);
  expect(await db().$count(receivedKeys)).toBe(0);
  expect(await db().transaction((tx) => storeRecords(tx, [record('a')]))).toBe(1);
});

it('a clock that was put on finds its partition made', async () => {
  const later = { ...callback('later'), receivedAt: ago(-69) };
  await db().insert(receivedCallbacks).values(later);
  const [, ...rest] = await names('received_callbacks');
  for (const name of rest.slice(-3)) await db().execute(sql`drop table ${sql.identifier(name)}`);
  await db().delete(receivedKeys);
  const stored = await withPartitions(() => db().insert(receivedCallbacks).values(later).returning());
  expect(stored).toHaveLength(1);
});

it('a month goes when nothing of it is kept, and leaves neither keys nor counts', async () => {
  const days = settings().mirrorDays;
  const old = { ...record('old'), arrivedAt: ago(days + 80), createdAt: ago(days + 80) };
  const recent = { ...record('recent'), arrivedAt: ago(days - 5), createdAt: ago(days - 5) };
  await db().insert(deliveries).values([old, recent]);
  await db()
    .insert(receivedCallbacks)
    .values({ ...callback('gone'), receivedAt: ago(days + 80) });
  const before = await names('deliveries');
  expect(await rangeOf(before[0] ?? '')).toBe(0);
  await dropOldPartitions();
  const after = await names('deliveries');
  expect(after.length).toBeLessThan(before.length);
  expect(after).toEqual(before.slice(before.length - after.length));
  const ids = (await db().select().from(deliveries)).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(['a', 'recent']);
  expect((await db().select().from(deliveryKeys)).map(({ id }) => id).toSorted()).toEqual(['a', 'recent']);
  expect(await db().select().from(receivedKeys).where(eq(receivedKeys.id, 'gone'))).toEqual([]);
  const counts = await db().select().from(deliveryCounts).where(eq(deliveryCounts.day, '-infinity'));
  expect(counts.reduce((sum, { rows }) => sum + rows, 0)).toBe(2);
  expect(await db().select().from(deliveryIndexes)).toMatchObject([{ rows: 2, version: 1 }]);
});

it('rows that go with their month in a few days are left to it, others are not', async () => {
  const [first] = await rowsOf<{ days: unknown }>(
    sql`select extract(epoch from now() - min(upper)) / 86400 as days from partitions_of('deliveries')`,
  );
  const age = Number(first?.days);
  const noneGoes = async (days: number) => {
    const edge = dropCutoff('deliveries', days * DAY_MS);
    return (await rowsOf<{ none: boolean }>(sql`select ${edge} = '-infinity' as none`))[0]?.none;
  };
  expect(await noneGoes(age + 8)).toBe(true);
  expect(await noneGoes(age + 6)).toBe(false);
});

it('makes what is missing at its turn, once', async () => {
  const all = await names('deliveries');
  await db().execute(sql`drop table ${sql.identifier(all.at(-1) ?? '')}`);
  await syncPartitions();
  expect(await names('deliveries')).toEqual(all);
});
