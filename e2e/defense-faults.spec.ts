import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { startTestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { test as base, expect } from './fixtures.ts';
import { DEFENSES, defend, detailOf, TEXT } from './support/disputes.ts';
import { expectOne, type OutlivingProvider, outliving } from './support/outliving-provider.ts';
import type { Role } from './support/product.ts';
import { signIn } from './support/sign-in.ts';

/** Only the product is killed. */
type World = OutlivingProvider & {
  /** kill -9, then the same data folder again. */
  killAndRestart: () => Promise<void>;
  as: (role: Role) => Promise<APIRequestContext>;
};

const test = base.extend<{ world: World }>({
  world: async ({ start, playwright }, use) => {
    const simulator = await startTestSimulator();
    const dataDir = mkdtempSync(join(tmpdir(), 'guiche-kill-'));
    const provider = outliving(simulator);
    const { env } = provider;
    let product = await start({ dataDir, env });
    const opened: APIRequestContext[] = [];
    await use({
      ...provider,
      async killAndRestart() {
        await product.kill();
        product = await start({ dataDir, env });
      },
      async as(role) {
        const request = await playwright.request.newContext({
          baseURL: product.url,
          extraHTTPHeaders: { origin: product.url },
        });
        opened.push(request);
        await signIn(request, product, role);
        return request;
      },
    });
    await Promise.all(opened.map((request) => request.dispose()));
    await product.stop();
    await simulator.stop();
    rmSync(dataDir, { recursive: true, force: true });
  },
});

test.describe.configure({ timeout: 300_000 });

test('a double click, two tabs, two operators and time-outs lead to one defense', async ({ world }) => {
  const analyst = await world.as('analyst');
  const admin = await world.as('admin');
  const clicked = await world.dispute();
  const key = randomUUID();
  const clicks = await Promise.all([1, 2, 3].map(() => defend(analyst, clicked, { text: TEXT }, key)));
  const operations = await Promise.all(clicks.map(async (one) => (await one.json()).operation?.id));
  expect(new Set(operations).size, 'each click is answered with the same operation').toBe(1);
  expect(clicks.map((one) => one.status()).toSorted()).toEqual([200, 200, 201]);
  expect(await world.posts(clicked)).toBe(1);

  const tabs = await world.dispute();
  const answers = await Promise.all([analyst, analyst, analyst].map((one) => defend(one, tabs)));
  expect(answers.map((one) => one.status()).toSorted()).toEqual([201, 409, 409]);
  expect(await world.posts(tabs)).toBe(1);

  const shared = await world.dispute();
  const both = await Promise.all([analyst, admin].map((one) => defend(one, shared)));
  expect(both.map((one) => one.status()).toSorted()).toEqual([201, 409]);
  expect(await world.held(shared)).toHaveLength(1);

  for (const [kind, posts] of [
    ['apply-silent', 1],
    ['silent', 2],
  ] as const) {
    const id = await world.dispute();
    await world.simulator.control('fault', { kind, method: 'POST', path: DEFENSES });
    const answer = await defend(analyst, id);
    expect(answer.status(), await answer.text()).toBe(202);
    await expectOne(world, analyst, id);
    expect(await world.posts(id), kind).toBe(posts);
  }
});

for (const [name, kind, posts] of [
  ['after the provider applied it', 'apply-silent', 1],
  ['before the provider applied it', 'silent', 2],
] as const) {
  test(`kill -9 between sent and answered, ${name}: one defense, and the truth`, async ({ world }) => {
    const id = await world.dispute();
    const before = await world.as('analyst');
    await detailOf(before, id);
    await world.simulator.control('fault', { kind, method: 'POST', path: DEFENSES });
    // Nobody gets this answer.
    const lost = defend(before, id).catch(() => null);
    await expect(async () => expect(await world.posts(id)).toBe(1)).toPass({ timeout: 10_000 });
    await world.killAndRestart();
    await lost;
    const analyst = await world.as('analyst');
    await expectOne(world, analyst, id);
    expect(await world.posts(id)).toBe(posts);
    const again = await defend(analyst, id, { text: 'Outra.' });
    expect(again.status(), await again.text()).toBe(409);
    expect(await again.json()).toMatchObject({ code: 'already_done', existing: { defense: { text: TEXT } } });
  });
}

test('killed twice while the provider is away: one defense as soon as it is back', async ({ world }) => {
  const id = await world.dispute();
  const before = await world.as('analyst');
  await detailOf(before, id);
  // Reading them fails as well: only a read that answered and shows none lets the one more send go.
  await world.simulator.control('fault', { kind: 'reset', path: DEFENSES, untilCleared: true });
  expect((await defend(before, id)).status()).toBe(202);
  await world.killAndRestart();
  await world.killAndRestart();
  expect(await world.held(id)).toEqual([]);
  const analyst = await world.as('analyst');
  expect(await detailOf(analyst, id)).toMatchObject({ state: 'open', sending: { state: 'unknown' } });
  const repeat = await defend(analyst, id);
  expect(await repeat.json(), 'no second one beside it').toMatchObject({ code: 'conflict' });
  await world.simulator.control('clear', { all: true });
  await expect(async () => expect(await world.held(id)).toHaveLength(1)).toPass({ timeout: 90_000 });
  await expectOne(world, analyst, id);
});
