import { createHash, randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { generateSync } from 'otplib';
import { type NoticeEvent, ruleOf } from '#lib/notices/events.ts';
import { readMail } from '#lib/notifications/server/testing/post.ts';
import { operatorIdOf } from '../security/own-database.ts';
import type { Ready, Role } from '../support/product.ts';
import { signIn } from '../support/sign-in.ts';
import { change, expect, HUB, nextAmount, PIX, RECEIVER } from './payment-kit.ts';
import { test as base, envOf } from './post-kit.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const TOTP = '/api/settings/profile/totp';
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

type Control = (path: string, body?: object) => Promise<Record<string, unknown>>;
type Sql = (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
type Bench = {
  as: (role: Role) => Promise<APIRequestContext>;
  control: Control;
  /** Opens a dispute; its id. */
  dispute: () => Promise<string>;
  /** The file's database, and who nobody is yet in a browser of its own. */
  sql: Sql;
  stranger: (userAgent: string) => Promise<APIRequestContext>;
  product: Ready;
  /** A charge whose notices go to an address of an example; its id. */
  charge: () => Promise<string>;
};
type Told = { event: string; step: string; cause: string; facts: Record<string, unknown> };

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
  bench: async ({ api, control, paid, playwright, product, provider, sql }, use) => {
    const opened: APIRequestContext[] = [];
    await use({
      ...{ as: api, control, product, sql },
      stranger: async (userAgent) => {
        const at = { baseURL: product.url, extraHTTPHeaders: { origin: product.url } };
        const request = await playwright.request.newContext({ ...at, userAgent });
        opened.push(request);
        return request;
      },
      charge: async () =>
        (await provider.create({ amount: 10, callbackUrl: 'https://checkout.example/pix' })).id,
      dispute: async () => {
        const { dispute } = await control('/dispute', { transactionId: await paid(nextAmount()) });
        return (dispute as { id: string }).id;
      },
    });
    await Promise.all(opened.map((request) => request.dispose()));
  },
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
  event: NoticeEvent;
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

/** A dispute that is due so many hours from now by the clock of everybody; the provider's own runs ahead. */
const due = (hours: number) => async (bench: Bench) => {
  const { control, as } = bench;
  const { clock } = (await control('/state')) as { clock: { nowMs: number } };
  const { id: transactionId } = await paidNow(bench);
  const ahead = (clock.nowMs - Date.now()) / HOUR_MS;
  const { dispute } = await control('/dispute', { transactionId, hours: hours - ahead });
  await done((await as('analyst')).get(`${PIX}/disputes`));
  return (dispute as { id: string }).id;
};

/** Past the product, at the provider of its Pix account. */
async function atProvider({ product }: Bench, path: string, body: object): Promise<{ id: string }> {
  const { baseUrl = '', accessToken = '' } = product.simulator?.pix ?? {};
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.ok, path).toBe(true);
  return (await answer.json()) as { id: string };
}
async function paidNow(bench: Bench): Promise<{ id: string }> {
  const charge = await atProvider(bench, '/pix', { amount: nextAmount() / 100, expiresIn: 3_600 });
  await bench.control('/pay', { transactionId: charge.id });
  return charge;
}

/** A withdrawal of finance whose end is not known and that nobody looks up any more; asked for a quarter of an hour ago. */
async function unknown({ as, control, sql }: Bench) {
  const amount = nextAmount();
  await control('/fault', { kind: 'reset', method: 'POST', path: '/withdraw' });
  const asked = change(await as('finance'), 'post', `${PIX}/withdrawals`, { ...RECEIVER, amount });
  const { operation } = JSON.parse(await done(asked));
  expect(operation.state).toBe('unknown');
  const ago = `now() - interval '16 minutes'`;
  await sql(
    `update operations set next_look_up_at = null, sent_at = ${ago}, last_sent_at = ${ago} where id = $1`,
    [operation.id],
  );
  const [row] = await sql('select client_reference from operations where id = $1', [operation.id]);
  return { id: operation.id as string, amount, clientReference: String(row?.client_reference) };
}

const BALANCE = `${PIX}/balance`;
async function refuse({ as, control }: Bench): Promise<null> {
  await control('/fault', { kind: 'status', status: 403, errorCode: 'PZA203', untilCleared: true });
  expect((await (await as('finance')).get(BALANCE)).status()).toBe(502);
  return null;
}
async function acceptAgain({ as, control }: Bench): Promise<null> {
  await control('/clear', { all: true });
  await done((await as('finance')).get(BALANCE));
  return null;
}
/** The step that the admin's newest line of an event shows. */
async function newest({ as }: Bench, event: string): Promise<string | undefined> {
  const { items } = JSON.parse(await done((await as('admin')).get('/api/notifications?limit=200')));
  return items.find((one: Told) => one.event === event)?.step;
}

/** The developer administers too, by nobody's hand, while this runs. */
async function withSecond(bench: Bench): Promise<void> {
  const { as, sql } = bench;
  await sql(
    `insert into grants (operator_id, account, role) values ($1, '*', 'admin') on conflict do nothing`,
    [operatorIdOf('developer')],
  );
  const developer = await as('developer');
  await expect
    .poll(async () => (await developer.get('/api/settings/team')).status(), { timeout: 15_000 })
    .toBe(200);
}
async function withoutSecond({ sql }: Bench): Promise<void> {
  await sql(`delete from grants where operator_id = $1 and role = 'admin'`, [operatorIdOf('developer')]);
}
/** The administrator asks that the rule of the account be weaker; the change's id. */
async function weaken(bench: Bench): Promise<string> {
  await withSecond(bench);
  const admin = await bench.as('admin');
  const { items } = JSON.parse(await done(admin.get('/api/settings/accounts')));
  const path = `/api/settings/accounts/${items.find(({ slug }: { slug: string }) => slug === 'pix').id}`;
  const rule = (approvalAbove: number | null) =>
    done(
      admin.patch(path, {
        data: { settings: { approvalAbove } },
        headers: { 'idempotency-key': randomUUID() },
      }),
    );
  await rule(90_000);
  return JSON.parse(await rule(null)).change.id;
}
const decide = async ({ as }: Bench, role: Role, id: string, deed: string) =>
  done(change(await as(role), 'post', `/api/settings/changes/${id}/${deed}`));

const CASES: Case[] = [
  // First: the provider's clock is not yet far ahead.
  { ...{ event: 'deadline_far', step: '48', to: 'admin' }, act: due(40) },
  { ...{ event: 'deadline_near', step: '6', to: 'admin' }, act: due(5.5) },
  {
    ...{ event: 'operation_unknown', step: 'unknown', to: 'admin' },
    act: async (bench) => (await unknown(bench)).id,
  },
  {
    ...{ event: 'operation_late', step: 'late', to: 'admin' },
    async act(bench) {
      const { id, amount, clientReference } = await unknown(bench);
      const { pixKey, pixKeyType: pixType } = RECEIVER;
      await atProvider(bench, '/withdraw', { amount: amount / 100, pixKey, pixType, clientReference });
      await done((await bench.as('finance')).get(`${PIX}/withdrawals?clientReference=${clientReference}`));
      return id;
    },
    again: async ({ as }) => done((await as('finance')).get(`${PIX}/withdrawals`)),
  },
  {
    ...{ event: 'credential_refused', step: 'refused', to: 'admin', act: refuse },
    again: async ({ as }) => expect((await (await as('finance')).get(BALANCE)).status()).toBe(502),
    after: acceptAgain,
  },
  {
    ...{ event: 'credential_refused', step: 'accepted', to: 'admin' },
    async act(bench) {
      await expect.poll(() => newest(bench, 'credential_refused'), { timeout: 60_000 }).not.toBe('refused');
      await refuse(bench);
      await expect.poll(() => newest(bench, 'credential_refused'), { timeout: 60_000 }).toBe('refused');
      return acceptAgain(bench);
    },
    again: async ({ as }) => done((await as('finance')).get(BALANCE)),
  },
  {
    ...{ event: 'rule_waiting', step: 'waiting', to: 'developer', act: weaken },
    async after(bench) {
      const { items } = JSON.parse(await done((await bench.as('admin')).get('/api/settings/changes')));
      await decide(bench, 'admin', items[0].id, 'decline');
      await withoutSecond(bench);
    },
  },
  {
    ...{ event: 'request_decided', step: 'rule_approved', to: 'admin' },
    async act(bench) {
      const id = await weaken(bench);
      await decide(bench, 'developer', id, 'approve');
      return id;
    },
    after: withoutSecond,
  },
  {
    ...{ event: 'sign_in', step: 'new_device', to: 'finance' },
    async act({ as, product, stranger }) {
      await as('finance');
      const request = await stranger('Mozilla/5.0 (of nobody here before)');
      await signIn(request, product, 'finance');
      return null;
    },
  },
  {
    ...{ event: 'sign_in', step: 'factor_changed', to: 'viewer' },
    async act({ as }) {
      const viewer = await as('viewer');
      const { secret } = JSON.parse(await done(change(viewer, 'post', TOTP)));
      await done(change(viewer, 'post', `${TOTP}/confirm`, { otp: generateSync({ secret }) }));
      return null;
    },
    after: async ({ as }) => done(change(await as('viewer'), 'delete', TOTP)),
  },
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
    // What the limits show is no news.
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

test.beforeEach(async ({ api, sql }) => {
  // The file takes longer than a proof holds.
  await sql('update sessions set proved_at = now()');
  for (const role of ['admin', 'finance', 'developer'] as const)
    await done(
      change(await api(role), 'put', '/api/settings/notifications', {
        rules: { work_ended: { email: true }, operation_late: { email: true } },
      }),
    );
});

for (const { event, step, to, act, again, after } of CASES)
  test(`${event}, ${step}: inbox and e-mail hear it once, the webhook too unless it is personal`, async ({
    bench,
    post,
    product,
  }) => {
    const reader = await bench.as(to);
    const address = product.signIns.find(({ role }) => role === to)?.email ?? '';
    const [mails, hooks] = [post.mail.taken.length, post.hook.posted.length];
    const all = async () =>
      JSON.parse(await done(reader.get('/api/notifications?limit=200'))).items as (Told & {
        title: string;
      })[];
    const known = new Set((await all()).map(({ cause }) => cause));
    const of = await act(bench);
    const isIt = (told: Told) =>
      !known.has(told.cause) &&
      told.event === event &&
      told.step === step &&
      (of === null || told.facts.id === of);
    const lines = async () => (await all()).filter(isIt);
    await expect.poll(async () => (await lines()).length, { timeout: 100_000 }).toBe(1);
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
        .filter((subject) => subject.endsWith(line?.title ?? '-'));
    // Somebody's own sign-in is no channel's of all.
    const once = [ruleOf(event).personal === true ? 0 : 1, 1];
    await expect.poll(() => [posted().length, mailed().length], { timeout: 30_000 }).toEqual(once);
    // The next rounds of what tells, and who looks or does it again, tell it no second time.
    await again?.(bench, of ?? '');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect([(await lines()).length, posted().length, mailed().length]).toEqual([1, ...once]);
    await after?.(bench);
  });
