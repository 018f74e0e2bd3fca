import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { startTestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { type Postgres, startPostgres } from '../scripts/postgres.ts';
import { test as base, expect } from './fixtures.ts';
import { problemOf } from './support/answers.ts';
import { DEFENSES, DISPUTES, defend, detailOf, TEXT } from './support/disputes.ts';
import { logLinesOf } from './support/lines-said.ts';
import { expectOne, type OutlivingProvider, outliving } from './support/outliving-provider.ts';
import type { Product } from './support/product.ts';
import { signIn } from './support/sign-in.ts';

/** Instances of the product on one PostgreSQL, and a provider that outlives them. */
type World = OutlivingProvider & {
  postgres: Postgres;
  instance: (env?: Record<string, string>) => Promise<Product>;
  /** An analyst's calls to this instance. */
  at: (product: Product) => Promise<APIRequestContext>;
};

const test = base.extend<{ world: World }>({
  world: async ({ start, playwright }, use) => {
    const [postgres, simulator] = await Promise.all([startPostgres(), startTestSimulator()]);
    const provider = outliving(simulator);
    const GUICHE_SECRET = 'for tests only, thirty-two bytes or more';
    const env = { ...provider.env, DATABASE_URL: postgres.url, GUICHE_SECRET };
    const instances: Product[] = [];
    const opened: APIRequestContext[] = [];
    await use({
      ...provider,
      postgres,
      async instance(more = {}) {
        const product = await start({ env: { ...env, ...more } });
        instances.push(product);
        return product;
      },
      async at(product) {
        const request = await playwright.request.newContext({
          baseURL: product.url,
          extraHTTPHeaders: { origin: product.url },
        });
        opened.push(request);
        await signIn(request, product, 'analyst');
        return request;
      },
    });
    await Promise.all(opened.map((request) => request.dispose()));
    await Promise.all(instances.map((product) => product.stop()));
    await simulator.stop();
    await postgres.stop();
  },
});

test.describe.configure({ timeout: 360_000 });

/** Sends a defense whose answer never comes, until the provider has got it. */
async function send(world: World, by: APIRequestContext, kind: 'apply-silent' | 'silent') {
  const id = await world.dispute();
  await detailOf(by, id);
  await world.simulator.control('fault', { kind, method: 'POST', path: DEFENSES });
  const answer = defend(by, id).catch(() => null);
  await expect(async () => expect(await world.posts(id)).toBe(1)).toPass({ timeout: 10_000 });
  return { id, answer };
}

test('kill -9 of one instance between sent and answered: the other tells the truth, one defense', async ({
  world,
}) => {
  const other = await world.at(await world.instance());
  for (const [kind, posts] of [
    ['apply-silent', 1],
    ['silent', 2],
  ] as const) {
    const one = await world.instance();
    const { id, answer } = await send(world, await world.at(one), kind);
    await one.kill();
    await expectOne(world, other, id);
    expect(await world.posts(id), kind).toBe(posts);
    await answer;
    const again = await defend(other, id, { text: 'Outra.' });
    expect(await again.json()).toMatchObject({
      code: 'already_done',
      existing: { defense: { text: TEXT } },
    });
  }
});

test('an instance that stands still is taken for dead, and does no harm when it goes on', async ({
  world,
}) => {
  const one = await world.instance();
  const other = await world.at(await world.instance());
  const still = await world.at(one);
  const { id, answer } = await send(world, still, 'silent');
  process.kill(one.pid, 'SIGSTOP');
  try {
    await expectOne(world, other, id);
  } finally {
    process.kill(one.pid, 'SIGCONT');
  }
  const late = await answer;
  expect(late?.status(), await late?.text()).toBe(201);
  expect(await late?.json()).toMatchObject({ operation: { state: 'confirmed' } });
  await expectOne(world, still, id);
  expect(await world.posts(id)).toBe(2);
});

test('the only instance, killed and started again: one defense, and the truth', async ({ world }) => {
  const first = await world.instance();
  const { id, answer } = await send(world, await world.at(first), 'silent');
  await first.kill();
  await answer;
  const second = await world.at(await world.instance());
  await expectOne(world, second, id);
  expect(await world.posts(id)).toBe(2);
});

test('PostgreSQL away for some seconds: a clear 503, not ready, and on again by itself', async ({
  world,
}) => {
  const product = await world.instance();
  const by = await world.at(product);
  const id = await world.dispute();
  await detailOf(by, id);
  const key = randomUUID();
  const back = await world.postgres.away();
  try {
    await problemOf(await by.get('/api/ready'), 503, 'unavailable');
    const refused = await defend(by, id, { text: TEXT }, key);
    await problemOf(refused, 503, 'unavailable');
    expect(Number(refused.headers()['retry-after'])).toBeGreaterThan(0);
    // The instance answers from its session cache for five seconds.
    await expect(async () => problemOf(await by.get(DISPUTES), 503, 'unavailable')).toPass({
      timeout: 10_000,
    });
    expect((await by.get('/pix/disputes')).status(), 'a page').toBeGreaterThanOrEqual(500);
    expect((await by.get('/api/health')).status(), 'the process itself lives').toBe(200);
  } finally {
    await back();
  }
  await expect(async () => expect((await by.get('/api/ready')).status()).toBe(200)).toPass({
    timeout: 10_000,
  });
  const sent = await defend(by, id, { text: TEXT }, key);
  expect(sent.status(), await sent.text()).toBe(201);
  await expectOne(world, by, id);
  expect(await world.posts(id)).toBe(1);
  const faults = logLinesOf(product).filter(({ msg }) => msg === 'database fault');
  expect(faults).not.toEqual([]);
  expect(faults.filter(({ requestId }) => typeof requestId !== 'string')).toEqual([]);
});

test('a clock that jumps an hour ahead and back: sessions hold, one defense each, times of the database', async ({
  world,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-clock-'));
  const clock = join(folder, 'clock');
  writeFileSync(clock, '0');
  try {
    const product = await world.instance({
      LOG_LEVEL: 'info',
      GUICHE_TEST_CLOCK: clock,
      NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'support/jumping-clock.mjs')}`,
    });
    const by = await world.at(product);
    for (const ahead of [3_600_000, -3_600_000]) {
      const id = await world.dispute();
      writeFileSync(clock, String(ahead));
      // Each line of its log has the product's own time.
      await expect(async () => {
        await by.get('/api/health');
        const said = Number(logLinesOf(product).at(-1)?.time) - Date.now();
        expect(Math.abs(said - ahead)).toBeLessThan(30_000);
      }).toPass({ timeout: 5_000 });
      const sent = await defend(by, id);
      expect(sent.status(), await sent.text()).toBe(201);
      const { operation } = (await sent.json()) as { operation: { id: string } };
      const told = await by.get(`/api/accounts/pix/operations/${operation.id}`);
      const { createdAt } = ((await told.json()) as { operation: { createdAt: string } }).operation;
      expect(Math.abs(Date.parse(createdAt) - Date.now()), createdAt).toBeLessThan(60_000);
      await expectOne(world, by, id);
      expect(await world.posts(id)).toBe(1);
    }
    expect((await by.get('/api/ready')).status()).toBe(200);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
