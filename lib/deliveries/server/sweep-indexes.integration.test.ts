import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db } from '#lib/data/client.ts';
import { awaitBackground } from '#lib/data/jobs/background.ts';
import { deliveries, deliveryIndexes } from '#lib/data/schema/deliveries.ts';
import { countDeliveries } from '#lib/deliveries/server/count-deliveries.ts';
import { indexState, keepIndexCurrent, retainedSince } from '#lib/deliveries/server/index-state.ts';
import { fromTheTop, readIndex } from '#lib/deliveries/server/read-index.ts';
import { sweepIndexes, syncIndexes } from '#lib/deliveries/server/sync-indexes.ts';
import { type Simulated, simulated } from '#lib/resends/server/testing/simulated.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

/** Most rows of the embedded database. The count is stored, so the test sets it instead of writing rows. */
const MOST = 1_000_000;

withDatabase();
let world: Simulated;
const embedded = () => process.env.DATABASE_URL === '';
const read = () => readIndex(world.account, { until: Date.now() + 20_000, call: { priority: 'background' } });
const set = (change: Partial<typeof deliveryIndexes.$inferInsert>) =>
  db().update(deliveryIndexes).set(change).where(eq(deliveryIndexes.accountId, world.account.id));
const byAge = async () =>
  (await db().select().from(deliveries).orderBy(asc(deliveries.createdAt), asc(deliveries.id))).map(
    ({ id, createdAt }) => ({ id, at: createdAt.getTime() }),
  );

beforeAll(async () => {
  world = await simulated({ transactions: 500 });
  await keepIndexCurrent(world.account.id);
  await read();
});
afterAll(() => world.stop());

it('sweeps what is older than an account keeps, with its counts, and nothing younger', async () => {
  const before = await byAge();
  const ids = before.slice(0, 3).map(({ id }) => id);
  const days = Math.round((Date.now() - retainedSince(world.account)) / 86_400_000);
  const daysAgo = (count: number) => sql`now() - make_interval(days => ${count})`;
  const [youngest = '', ...old] = ids;
  await db()
    .update(deliveries)
    .set({ createdAt: daysAgo(days + 2) })
    .where(inArray(deliveries.id, old));
  await db()
    .update(deliveries)
    .set({ createdAt: daysAgo(days - 2) })
    .where(eq(deliveries.id, youngest));
  await sweepIndexes(new AbortController().signal);
  const left = (await byAge()).map(({ id }) => id);
  expect(left.toSorted()).toEqual(
    before
      .map(({ id }) => id)
      .filter((id) => !old.includes(id))
      .toSorted(),
  );
  expect((await countDeliveries(world.account.id, {}, null)).total).toBe(left.length);
  expect((await indexState(world.account.id))?.rows).toBe(left.length);
});

it('M15: the index ends at a million rows on the embedded database, and only there', async () => {
  const back = fromTheTop(new Date().toISOString());
  await set({ rows: MOST, backDone: false, back });
  await read();
  const state = await indexState(world.account.id);
  expect(state?.backDone).toBe(true);
  // PostgreSQL: the whole history was read; the embedded database: the read ended after a page.
  expect(state?.back === null).toBe(!embedded());
});

it('M15: of more than a million the embedded database drops the oldest, PostgreSQL none', async () => {
  const before = await byAge();
  expect(before.length).toBeGreaterThan(100);
  await set({ rows: MOST + 3, back: null, backDone: true, sweptAt: null });
  await syncIndexes(new AbortController().signal);
  await awaitBackground();
  await sweepIndexes(new AbortController().signal);
  const left = await byAge();
  const state = await indexState(world.account.id);
  const added = left.filter(({ id }) => !before.some((one) => one.id === id)).length;
  const dropped = embedded() ? 3 + added : 0;
  expect(state).toMatchObject({ rows: MOST + 3 + added - dropped, sweptAt: expect.any(Date) });
  expect(left).toHaveLength(before.length + added - dropped);
  expect(left[0]?.at).toBe(before[dropped]?.at);
});
