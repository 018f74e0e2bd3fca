import { createHash } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { readMail } from '#lib/notifications/server/testing/post.ts';
import { test as base, expect } from '../own-product.ts';
import { change, HUB, nextAmount, PIX } from '../support/payments.ts';
import { envOf } from '../support/post.ts';
import { operatorIdOf, type Role } from '../support/product.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

type Control = (path: string, body?: object) => Promise<Record<string, unknown>>;
type Bench = {
  as: (role: Role) => Promise<APIRequestContext>;
  control: Control;
  /** Opens a dispute; its id. */
  dispute: () => Promise<string>;
  /** A charge whose notices go to an address of an example; its id. */
  charge: () => Promise<string>;
};
type Told = { event: string; step: string; cause: string; title: string; facts: Record<string, unknown> };

const test = base.extend<{ bench: Bench }>({
  more: [
    async ({ post }, use) =>
      use({
        // The provider's minute of five resend requests takes a second here.
        simulator: { transactions: 1_000, speed: 60 },
        env: {
          ...{ NOTIFY_WEBHOOK_URL: post.hook.url, NOTIFY_WEBHOOK_SECRET: 'a secret of the webhook' },
          ...{ GUICHE_CHANGE_MS: '1500', GUICHE_READ_MS: '3000', GUICHE_RESEND_PAUSE_MS: '1000' },
          ...envOf(post),
        },
      }),
    { scope: 'worker' },
  ],
  bench: async ({ api, control, paid, provider }, use) =>
    use({
      ...{ as: api, control },
      charge: async () =>
        (await provider.create({ amount: 10, callbackUrl: 'https://checkout.example/pix' })).id,
      dispute: async () => {
        const { dispute } = await control('/dispute', { transactionId: await paid(nextAmount()) });
        return (dispute as { id: string }).id;
      },
    }),
});
test.describe.configure({ timeout: 240_000 });

async function done(answer: Promise<{ status(): number; text(): Promise<string> }>): Promise<string> {
  const got = await answer;
  const text = await got.text();
  expect(got.status(), text).toBeLessThan(300);
  return text;
}

/** Something to be told by: whoever did it is somebody else than who is told. `again`: what must not tell it twice. */
type Case = {
  event: string;
  step: string;
  to: Role;
  /** Gives what its facts are about, where they name it. */
  act: (bench: Bench) => Promise<string | null>;
  again?: (bench: Bench, of: string) => Promise<unknown>;
  after?: (bench: Bench) => Promise<unknown>;
};

const BLOCK_EVENTS = ['ACCOUNT_BLOCKED', 'ACCOUNT_UNBLOCKED'];
/** The service tells Guichê's own receiver which operations it refuses; until the account knows. */
async function blocks({ as, control }: Bench, blockedOperations: string[]): Promise<null> {
  const developer = await as('developer');
  const { items } = await (await developer.get(`${HUB}/webhooks`)).json();
  if (!items.some(({ receiver }: { receiver: boolean }) => receiver))
    await done(change(developer, 'post', `${HUB}/webhooks`, { receiver: true, events: BLOCK_EVENTS }));
  await control('/state', { api: 'hub', blockedOperations });
  const known = async () => JSON.parse(await done(developer.get(`${HUB}/block`))).block?.operations ?? [];
  await expect.poll(known, { timeout: 30_000 }).toEqual(blockedOperations);
  return null;
}

const assign = async ({ as }: Bench, id: string) =>
  done(
    (await as('analyst')).put(`${PIX}/disputes/${id}/assignee`, {
      data: { operatorId: operatorIdOf('admin') },
    }),
  );

async function orderReport({ as, control }: Bench): Promise<string> {
  const data = { from: daysAgo(6), to: daysAgo(2) };
  const { result } = JSON.parse(await done(change(await as('finance'), 'post', `${PIX}/reports`, data)));
  await control('/time', { advanceMs: 600_000 });
  return result.report.id;
}

async function resend({ as }: Bench, data: object): Promise<string> {
  return JSON.parse(await done(change(await as('developer'), 'post', `${PIX}/resends`, data))).id;
}

const CASES: Case[] = [
  {
    ...{ event: 'mention', step: 'mentioned', to: 'admin' },
    async act({ as, dispute }) {
      const id = await dispute();
      const { operator } = await (await (await as('admin')).get('/api/session')).json();
      const data = { text: `@${operator.name}, o contrato está com o jurídico?` };
      await done((await as('analyst')).post(`${PIX}/disputes/${id}/notes`, { data }));
      return id;
    },
  },
  {
    ...{ event: 'mention', step: 'assigned', to: 'admin' },
    async act(bench) {
      const id = await bench.dispute();
      await assign(bench, id);
      return id;
    },
    again: assign,
  },
  {
    ...{ event: 'account_block', step: 'blocked', to: 'admin' },
    act: (bench) => blocks(bench, ['WITHDRAW']),
    // Reading the same block again in the limits makes no news.
    again: async ({ as }) => done((await as('admin')).get(`${HUB}/limits`)),
    after: (bench) => blocks(bench, []),
  },
  {
    ...{ event: 'account_block', step: 'released', to: 'admin' },
    async act(bench) {
      await blocks(bench, ['WITHDRAW']);
      return blocks(bench, []);
    },
    again: async ({ as }) => done((await as('admin')).get(`${HUB}/limits`)),
  },
  { ...{ event: 'work_ended', step: 'report_completed', to: 'finance' }, act: orderReport },
  {
    ...{ event: 'work_ended', step: 'resend_completed', to: 'developer' },
    act: async (bench) => {
      const transactionIds = [await bench.charge()];
      return resend(bench, { scope: 'selection', transactionIds, everything: true });
    },
  },
  {
    ...{ event: 'work_ended', step: 'resend_failed', to: 'developer' },
    act: (bench) => resend(bench, { scope: 'webhook', webhookId: 'wh_none' }),
  },
];

test.beforeEach(async ({ api }) => {
  for (const role of ['admin', 'finance', 'developer'] as const)
    await done(
      change(await api(role), 'put', '/api/settings/notifications', {
        rules: { work_ended: { email: true } },
      }),
    );
});

for (const { event, step, to, act, again, after } of CASES)
  test(`${event}, ${step}: inbox, e-mail and webhook hear it once`, async ({ bench, post, product }) => {
    const reader = await bench.as(to);
    const address = product.signIns.find(({ role }) => role === to)?.email ?? '';
    const [mails, hooks] = [post.mail.taken.length, post.hook.posted.length];
    const all = async () =>
      JSON.parse(await done(reader.get('/api/notifications?limit=200'))).items as Told[];
    const known = new Set((await all()).map(({ cause }) => cause));
    const of = await act(bench);
    const isIt = (told: Told) =>
      !known.has(told.cause) &&
      told.event === event &&
      told.step === step &&
      (of === null || told.facts.id === of);
    const lines = async () => (await all()).filter(isIt);
    await expect.poll(async () => (await lines()).length, { timeout: 60_000 }).toBe(1);
    const [line] = await lines();
    const posted = () =>
      post.hook.posted
        .slice(hooks)
        .map(({ body }) => JSON.parse(body) as Told)
        .filter((told) => isIt(told) && told.cause === line?.cause);
    // Messages of one cause are one thread.
    const thread = createHash('sha256')
      .update(line?.cause ?? '')
      .digest('hex')
      .slice(0, 24);
    const mailed = () =>
      post.mail.taken
        .slice(mails)
        .filter(({ to: [first], raw }) => first === address && raw.includes(thread))
        .map((one) => readMail(one).header('Subject'))
        // The inbox names people; what leaves says it without them, in the webhook's words.
        .filter((subject) => subject.endsWith(posted()[0]?.title ?? '-'));
    await expect.poll(() => [posted().length, mailed().length], { timeout: 30_000 }).toEqual([1, 1]);
    // The next rounds of what tells, and who looks or does it again, tell it no second time.
    await again?.(bench, of ?? '');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect([(await lines()).length, posted().length, mailed().length]).toEqual([1, 1, 1]);
    await after?.(bench);
  });
