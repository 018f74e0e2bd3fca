import { sql } from 'drizzle-orm';
import { afterEach, expect, it, vi } from 'vitest';
import { createMetrics } from '#lib/core/telemetry/create-metrics.ts';
import { metrics, setMetrics } from '#lib/core/telemetry/metrics.ts';
import { db, rowsOf } from '#lib/data/client.ts';
import { startPeriodic } from '#lib/data/jobs/periodic.ts';
import { openQueue, startQueue } from '#lib/data/jobs/queue.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();

const HOUR_MS = 3_600_000;

type Ending = { name: string; end: () => Promise<unknown> };
const endings = () => (globalThis as { __guicheShutdown?: Ending[] }).__guicheShutdown ?? [];

/** Ends the jobs as a shutdown would, and leaves the database open. */
async function endJobs(): Promise<void> {
  for (const part of endings().splice(1).toReversed()) await part.end();
}
afterEach(endJobs);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The queue's rows of a job. */
const rows = (name: string) =>
  rowsOf<{ state: string; due: boolean }>(
    sql`select state::text, start_after <= now() as due from pgboss.job where name = ${name}`,
  );

/** Starts one more instance on the same database, with this one job. */
async function start(
  name: string,
  run: (signal: AbortSignal) => Promise<unknown>,
  { everyMs = HOUR_MS, firstAfterMs = 0, sendMissingMs = HOUR_MS } = {},
): Promise<void> {
  await startQueue([]);
  const job = { name, everyMs, firstAfterMs, run: async (signal: AbortSignal) => void (await run(signal)) };
  await startPeriodic([job], sendMissingMs);
}

it('of two instances one at a time runs a job, a period after the last run, with one row for both', async () => {
  const begun: number[] = [];
  let parallel = 0;
  let most = 0;
  let mostRows = 0;
  const run = async () => {
    parallel += 1;
    most = Math.max(most, parallel);
    mostRows = Math.max(mostRows, (await rows('shared')).length);
    begun.push(performance.now());
    await pause(300);
    parallel -= 1;
  };
  await start('shared', run, { everyMs: 400 });
  await start('shared', run, { everyMs: 400 });
  await expect.poll(() => begun.length).toBeGreaterThan(5);
  expect([most, mostRows]).toEqual([1, 1]);
  const gaps = begun.slice(1).map((at, index) => at - (begun[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(690);
});

it('a run that fails is counted, and the next one comes', async () => {
  setMetrics(createMetrics());
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs % 2 === 1) throw new Error('this time');
  };
  await start('failing', run, { everyMs: 200 });
  await expect.poll(() => runs).toBeGreaterThan(3);
  const values = (await metrics()?.ticks.get())?.values ?? [];
  const count = (outcome: string) =>
    values.find(({ labels }) => labels.tick === 'failing' && labels.outcome === outcome)?.value;
  expect(count('failed')).toBeGreaterThanOrEqual(2);
  expect(count('well')).toBeGreaterThanOrEqual(1);
  const [interval] = (await metrics()?.tickInterval.get())?.values ?? [];
  expect(interval).toMatchObject({ labels: { tick: 'failing' }, value: 0.2 });
});

it('a slow job delays no other', async () => {
  const hung = Promise.withResolvers<void>();
  const quick = vi.fn(async () => undefined);
  await startQueue([]);
  await startPeriodic([
    { name: 'hung', everyMs: 200, run: () => hung.promise },
    { name: 'quick', everyMs: 200, run: quick },
  ]);
  await expect.poll(() => quick.mock.calls.length).toBeGreaterThan(2);
  hung.resolve();
});

it('a restart does not shorten the period, and runs what became due meanwhile', async () => {
  let runs = 0;
  const run = async () => (runs += 1);
  await start('rested', run);
  await expect.poll(() => runs).toBe(1);
  await expect.poll(() => rows('rested')).toEqual([{ state: 'created', due: false }]);
  await endJobs();
  await start('rested', run);
  await pause(1_000);
  expect(runs).toBe(1);
  await endJobs();
  await db().execute(sql`update pgboss.job set start_after = now() where name = 'rested'`);
  await start('rested', run);
  await expect.poll(() => runs).toBe(2);
});

it('a job waits for its first delay after each start', async () => {
  let runs = 0;
  const run = async () => (runs += 1);
  await start('delayed', run, { firstAfterMs: 3_000 });
  await expect.poll(() => rows('delayed')).toEqual([{ state: 'created', due: true }]);
  await pause(500);
  expect(runs).toBe(0);
  await expect.poll(() => runs).toBe(1);
});

it('a run of a killed process is resumed, and nothing else before', async () => {
  let runs = 0;
  const run = async () => (runs += 1);
  await start('killed', run, { everyMs: 1_000 });
  await expect.poll(() => runs).toBe(1);
  await endJobs();
  // As a kill -9 in the middle of a run leaves it.
  await db().execute(sql`update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
    heartbeat_on = now() - interval '1 minute' where name = 'killed'`);
  const before = runs;
  await start('killed', run, { everyMs: 1_000, sendMissingMs: 200 });
  await pause(2_500);
  expect(runs).toBe(before);
  await db().execute(sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`);
  await openQueue().supervise();
  await expect.poll(() => runs).toBe(before + 1);
  await expect.poll(() => rows('killed')).toHaveLength(1);
});

it('a job without a row is sent again', async () => {
  let runs = 0;
  const run = async () => (runs += 1);
  await start('lost', run, { sendMissingMs: 300 });
  await expect.poll(() => runs).toBe(1);
  await expect.poll(() => rows('lost')).toEqual([{ state: 'created', due: false }]);
  await pause(1_000);
  expect(runs, 'while its row waits').toBe(1);
  await db().execute(sql`delete from pgboss.job where name = 'lost'`);
  await expect.poll(() => runs).toBe(2);
});

it('a shutdown ends a run by its signal, and the run begins again at once elsewhere', async () => {
  const began = Promise.withResolvers<void>();
  let ended = false;
  await start('cut', async (signal) => {
    began.resolve();
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended = true;
  });
  await began.promise;
  await endJobs();
  expect(ended).toBe(true);
  expect(await rows('cut')).toEqual([{ state: 'created', due: true }]);
  let runs = 0;
  await start('cut', async () => (runs += 1));
  await expect.poll(() => runs).toBe(1);
});

it('a shutdown does not wait forever for a run that ignores its signal; another instance repeats it', async () => {
  const began = Promise.withResolvers<void>();
  const hung = Promise.withResolvers<void>();
  await start('stubborn', async () => {
    began.resolve();
    await hung.promise;
  });
  await began.promise;
  const from = performance.now();
  await endJobs();
  expect(performance.now() - from).toBeLessThan(20_000);
  expect(await rows('stubborn')).toMatchObject([{ state: 'retry' }]);
  await db().execute(sql`update pgboss.job set start_after = now() where name = 'stubborn'`);
  let runs = 0;
  await start('stubborn', async () => (runs += 1));
  await expect.poll(() => runs).toBe(1);
  hung.resolve();
});
