import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { settings } from '#lib/core/env/settings.ts';
import { createMetrics } from '#lib/core/telemetry/create-metrics.ts';
import { FIGURES, setMetrics } from '#lib/core/telemetry/metrics.ts';
import { db } from '#lib/data/client.ts';
import { beat } from '#lib/data/jobs/instance.ts';
import { startPeriodic } from '#lib/data/jobs/periodic.ts';
import { enqueue, startQueue } from '#lib/data/jobs/queue.ts';
import { getMetrics } from '#lib/system/server/get-metrics.ts';
import { type Sample, samplesIn } from '../../../e2e/support/samples.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const TOKEN = 'a token for scrapes';
const run = (text: string) => db().execute(sql.raw(text));

beforeAll(async () => {
  settings().metricsToken = TOKEN;
  setMetrics(createMetrics());
  await beat();
  await startQueue([{ name: 'asleep', run: async () => null }]);
  await startPeriodic([{ name: 'often', everyMs: 60_000, firstAfterMs: 60_000, run: async () => undefined }]);
});
afterEach(forget);

/** The next scrape asks the database, however soon it comes. */
function forget(): void {
  delete (globalThis as { guicheFigures?: unknown }).guicheFigures;
}

const scrape = async (): Promise<Sample[]> => samplesIn(await (await getMetrics(`Bearer ${TOKEN}`)).text());
const valueIn = (all: Sample[], name: string, labels: Record<string, string> = {}) =>
  all.find(
    (one) => one.name === name && Object.entries(labels).every(([key, word]) => one.labels[key] === word),
  )?.value;

async function rows(): Promise<void> {
  await run(`insert into accounts (id, slug, kind, name, environment, origin, base_url, credentials)
    values ('acc', 'pix', 'pix', 'Loja', 'sandbox', 'settings', 'https://provider.example/v1', 'sealed')`);
  const operation = (id: string, state: string, minutes: number, late = 'null') =>
    run(`insert into operations (id, account_id, kind, target, state, request, operator_id, created_at, sent_at, late_at)
      values ('${id}', 'acc', 'withdrawal.key', '${id}', '${state}', 'sealed', 'op',
        now() - interval '${minutes} minutes', now() - interval '${minutes} minutes', ${late})`);
  await operation('one', 'unknown', 120);
  await operation('two', 'unknown', 5);
  await operation('three', 'confirmed', 600, 'now()');
  const dispute = (id: string, hours: string, state = 'open') =>
    run(`insert into disputes (account_id, id, state, infraction, seen_at, changed_at, opened_at, deadline)
      values ('acc', '${id}', '${state}', '{}', now(), now(), now() - interval '1 hour', ${hours})`);
  await dispute('soon', `now() + interval '3 hours'`);
  await dispute('over', `now() - interval '1 hour'`);
  await dispute('estimated', 'null');
  await dispute('answered', `now() + interval '3 hours'`, 'answered');
  const message = (id: string, channel: string, state: string, minutes: number) =>
    run(`insert into notice_messages (id, channel, key, state, created_at, due_at, ended_at)
      values ('${id}', '${channel}', '${id}', '${state}', now() - interval '${minutes} minutes', now(), now())`);
  await message('m1', 'email', 'waiting', 30);
  await message('m2', 'chn_of_somebody', 'lost', 30);
  await run(`insert into deliveries (account_id, id, delivered, outcome, last_at, open, created_at)
    values ('acc', 'd1', false, 'failed', now(), true, now()), ('acc', 'd2', true, 'delivered', now(), false, now())`);
  await enqueue('asleep', {}, { at: new Date(Date.now() + 3_600_000) });
  await expect
    .poll(() => run(`select 1 from pgboss.job where name = 'often' and start_after < now()`))
    .toMatchObject({ rows: [{}] });
}

it('is there for who holds the token, and for nobody else', async () => {
  const missing = { code: 'not_found' };
  for (const header of [
    null,
    '',
    TOKEN,
    'Bearer ',
    `Bearer ${TOKEN}x`,
    `bearer ${TOKEN}`,
    `Bearer ${TOKEN.slice(1)}`,
  ])
    await expect(getMetrics(header), String(header)).rejects.toMatchObject(missing);
  const answer = await getMetrics(`Bearer ${TOKEN}`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/);
  settings().metricsToken = null;
  await expect(getMetrics('Bearer null'), 'no token is set').rejects.toMatchObject(missing);
  settings().metricsToken = TOKEN;
});

it('holds what the database says, by account and state, with the age of the oldest', async () => {
  await rows();
  const all = await scrape();
  const pix = { account: 'pix' };
  expect(valueIn(all, 'guiche_database_answers')).toBe(1);
  expect(valueIn(all, 'guiche_operations_open', { ...pix, state: 'unknown' })).toBe(2);
  expect(valueIn(all, 'guiche_operations_open', { ...pix, state: 'confirmed' })).toBeUndefined();
  const oldest = valueIn(all, 'guiche_operation_oldest_seconds', { ...pix, state: 'unknown' }) ?? 0;
  expect(oldest).toBeGreaterThanOrEqual(7_200);
  expect(oldest).toBeLessThan(7_260);
  expect(valueIn(all, 'guiche_operations_late', pix)).toBe(1);
  const left = (word: string) => valueIn(all, 'guiche_disputes_open', { ...pix, left: word });
  expect([left('6h'), left('passed'), left('later'), left('24h')]).toEqual([1, 1, 1, undefined]);
  expect(valueIn(all, 'guiche_notices_waiting', { channel: 'email' })).toBe(1);
  expect(valueIn(all, 'guiche_notices_lost', { channel: 'entered' })).toBe(1);
  expect(valueIn(all, 'guiche_deliveries_open_failures', pix)).toBe(1);
  expect(valueIn(all, 'guiche_jobs', { queue: 'asleep', state: 'created' })).toBe(1);
  for (const name of ['guiche_jobs', 'guiche_job_oldest_seconds'])
    expect(valueIn(all, name, { queue: 'often' }), 'it is periodic').toBeUndefined();
  expect(valueIn(all, 'guiche_instances')).toBe(1);
  expect(valueIn(all, 'guiche_sessions')).toBe(0);
  expect(valueIn(all, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
});

it('asks the database once for scrapes within a few seconds', async () => {
  const unknown = async () => valueIn(await scrape(), 'guiche_operations_open', { state: 'unknown' });
  expect(await unknown()).toBe(2);
  await run(`update operations set state = 'rejected' where id = 'two'`);
  expect(await unknown(), 'kept').toBe(2);
  forget();
  expect(await unknown()).toBe(1);
});

it('answers in time while the database does not, and shows no old figure', async () => {
  expect(valueIn(await scrape(), 'guiche_operations_open', { state: 'unknown' })).toBe(1);
  forget();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let locked = () => {};
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const holder = db().transaction(async (tx) => {
    await tx.execute(sql`lock table operations in access exclusive mode`);
    locked();
    await released;
  });
  await isLocked;
  const begun = performance.now();
  const all = await scrape();
  expect(performance.now() - begun).toBeLessThan(4_000);
  expect(valueIn(all, 'guiche_database_answers')).toBe(0);
  const ofDatabase = all.filter(({ name }) =>
    /^guiche_(operations|disputes|notices|jobs|sessions)/.test(name),
  );
  expect(ofDatabase).toEqual([]);
  expect(valueIn(all, 'process_start_time_seconds')).toBeGreaterThan(0);
  release();
  await holder;
  forget();
  expect(valueIn(await scrape(), 'guiche_database_answers')).toBe(1);
});

it('holds no id, no name and no address in any label', async () => {
  const values = (await scrape()).flatMap(({ labels }) => Object.values(labels));
  expect(values.filter((value) => /chn_|acc$|one|example|@|Loja/.test(value))).toEqual([]);
  expect(values).toContain('pix');
});

it('names every figure, with or without a reading', async () => {
  const text = await (await getMetrics(`Bearer ${TOKEN}`)).text();
  for (const name of Object.keys(FIGURES)) expect(text).toContain(`# TYPE ${name} `);
});
