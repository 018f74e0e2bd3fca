import { sql } from 'drizzle-orm';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { connectionsNow, db, rowsOf } from '#lib/data/client.ts';
import { runInBackground } from '#lib/data/jobs/background.ts';
import { enqueue, startQueue, vacuumQueue } from '#lib/data/jobs/queue.ts';
import { acquireLease, startTicks } from '#lib/data/jobs/ticks.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

type Ending = { name: string; end: () => Promise<unknown> };
const endings = () => (globalThis as { __guicheShutdown?: Ending[] }).__guicheShutdown ?? [];

/** Ends the jobs as a shutdown would, and leaves the database open. */
async function endJobs(): Promise<void> {
  const list = endings();
  for (const part of list.filter(({ name }) => name !== 'database')) {
    list.splice(list.indexOf(part), 1);
    await part.end();
  }
}
afterEach(endJobs);

it('a durable job goes on step by step, each as late as the last one said', async () => {
  const steps: number[] = [];
  const run = async ({ id }: { id?: unknown }) => {
    steps.push(Number(id));
    return steps.length < 3 ? { againAt: new Date(Date.now() + 200) } : null;
  };
  await startQueue([{ name: 'steps', run }]);
  await enqueue('steps', { id: 7 });
  await expect.poll(() => steps, { timeout: 20_000 }).toEqual([7, 7, 7]);
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(steps).toHaveLength(3);
});

it('a job that was put on the queue before a restart runs after it, and one that throws runs again', async () => {
  await startQueue([{ name: 'kept', run: async () => null }]);
  await enqueue('kept', { id: 1 }, { at: new Date(Date.now() + 1_500) });
  await endJobs();
  const run = vi.fn(async () => {
    if (run.mock.calls.length === 1) throw new Error('not this time');
    return null;
  });
  await startQueue([{ name: 'kept', run }]);
  await expect.poll(() => run.mock.calls.length, { timeout: 25_000 }).toBe(2);
});

it('the embedded queue gives back the space of ended jobs', async () => {
  if (connectionsNow() !== null) return;
  const size = async () =>
    (await rowsOf<{ size: number }>(sql`select pg_relation_size('pgboss.job_common')::int as size`))[0]
      ?.size ?? 0;
  await startQueue([{ name: 'many', run: async () => null }]);
  await db().execute(sql`insert into pgboss.job (name, start_after, retry_limit, retry_delay, retry_backoff,
      expire_seconds, deletion_seconds, policy)
    select 'many', now() + interval '1 hour', 0, 0, false, 60, 60, 'standard' from generate_series(1, 2000)`);
  await db().execute(sql`delete from pgboss.job where name = 'many'`);
  const before = await size();
  await vacuumQueue();
  expect(await size()).toBeLessThan(before / 2);
});

it('a turn belongs to one until it ends', async () => {
  const taken = await Promise.all(Array.from({ length: 6 }, () => acquireLease('index', 700)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(await acquireLease('another', 60_000)).toBe(true);
  await expect.poll(() => acquireLease('index', 700), { timeout: 5_000 }).toBe(true);
});

it('a tick runs again after it ended, and a failing one goes on', async () => {
  let parallel = 0;
  let most = 0;
  let runs = 0;
  startTicks([
    {
      name: 'failing',
      everyMs: 10,
      run: async () => {
        parallel += 1;
        most = Math.max(most, parallel);
        await new Promise((resolve) => setTimeout(resolve, 30));
        parallel -= 1;
        runs += 1;
        throw new Error('this time');
      },
    },
  ]);
  await expect.poll(() => runs).toBeGreaterThan(3);
  expect(most).toBe(1);
  await endJobs();
  const before = runs;
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(runs).toBe(before);
});

it('work for any number of accounts leaves connections to a request, and does not give up while it waits', async () => {
  // The embedded database has the one.
  if (connectionsNow() === null) return;
  const gate = Promise.withResolvers<void>();
  onTestFinished(() => gate.resolve());
  const ended: string[] = [];
  const failed = vi.fn();
  const hold = (name: string) =>
    db()
      .transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        await gate.promise;
      })
      .then(() => void ended.push(name), failed);
  for (let account = 0; account < 30; account += 1)
    runInBackground(`account ${account}`, () => hold(`lane ${account}`));
  const ticks = Array.from({ length: 3 }, (_, n) => ({
    ...{ name: `tick ${n}`, everyMs: 60_000, run: () => hold(`tick ${n}`) },
  }));
  startTicks(ticks);
  await startQueue([{ name: 'held', run: () => hold('job').then(() => null) }]);
  await enqueue('held', {});
  await expect.poll(() => connectionsNow()?.waiting).toBeGreaterThan(20);
  // Longer than a request may wait for a connection.
  const until = Date.now() + 6_000;
  while (Date.now() < until) {
    const answers = await Promise.all(Array.from({ length: 3 }, () => db().execute(sql`select 1`)));
    expect(answers).toHaveLength(3);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  let alive = 0;
  const beat = async () => {
    await db().execute(sql`select 1`);
    alive += 1;
  };
  startTicks([{ name: 'sign of life', everyMs: 50, first: true, run: beat }]);
  await expect.poll(() => alive).toBeGreaterThan(3);
  gate.resolve();
  await expect.poll(() => ended.length, { timeout: 20_000 }).toBe(34);
  expect(failed).not.toHaveBeenCalled();
  await expect.poll(() => connectionsNow()?.used).toBe(0);
  expect(connectionsNow()?.waiting).toBe(0);
});
