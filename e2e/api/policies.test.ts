import { randomBytes } from 'node:crypto';
import type { LimitsToday, PoliciesShown } from '#lib/policies/contract.ts';
import type { ApiClient } from '../support/api-client.ts';
import { RECEIVER } from '../support/payments.ts';
import { operatorIdOf } from '../support/product.ts';
import { expect, test } from './test.ts';

const POLICIES = '/api/settings/policies';
const USUAL = {
  ...{ secondFactor: 'optional', idleMinutes: 720, absoluteHours: 168 },
  ...{ allowedNetworks: [], passwordLength: 12 },
};
const OWN = ['127.0.0.1/32', '::1/128'];

const put = (request: ApiClient, over: object, more: object = {}) =>
  request.put(POLICIES, {
    data: { ...USUAL, ...over },
    headers: { 'idempotency-key': randomBytes(16).toString('hex'), ...more },
  });

test('401 for nobody, 403 for every role without manage', async ({ api }) => {
  for (const path of [POLICIES, `${POLICIES}/today`])
    expect((await (await api(null)).get(path)).status()).toBe(401);
  for (const role of ['finance', 'analyst', 'developer', 'viewer'] as const) {
    const request = await api(role);
    expect((await request.get(POLICIES)).status(), role).toBe(403);
    expect((await request.get(`${POLICIES}/today`)).status(), role).toBe(403);
    expect((await put(request, {})).status(), role).toBe(403);
  }
});

test('200: what holds, who has no second factor, and from where one asks', async ({ api, product }) => {
  const answer = await (await api('admin')).get(POLICIES);
  expect(answer.status()).toBe(200);
  const { withoutFactor, address, signOn, ...held } = (await answer.json()) as PoliciesShown;
  expect(signOn).toBeNull();
  expect(held).toEqual(USUAL);
  expect(withoutFactor).toHaveLength(product.signIns.length);
  expect(address).toMatch(/127\.0\.0\.1|::1/);
});

test('200: what each person asked today of an account’s limit for a day; 400 for a query of it', async ({
  api,
  sql,
}) => {
  const request = await api('admin');
  const today = async () => (await (await request.get(`${POLICIES}/today`)).json()) as LimitsToday;
  expect((await today()).items).toEqual([]);
  const [row] = await sql(`select id from accounts where slug = 'pix' and archived_at is null`);
  const tightened = await request.patch(`/api/settings/accounts/${row?.id}`, {
    data: { settings: { approvalAboveDaily: 50_000 } },
    headers: { 'idempotency-key': randomBytes(16).toString('hex') },
  });
  expect(tightened.status(), await tightened.text()).toBe(200);
  const finance = await api('finance');
  for (const [amount, status] of [
    [30_000, 201],
    [20_100, 202],
  ] as const) {
    const answer = await finance.post('/api/accounts/pix/withdrawals', {
      data: { amount, ...RECEIVER },
      headers: { 'idempotency-key': randomBytes(16).toString('hex') },
    });
    expect(answer.status(), await answer.text()).toBe(status);
  }
  expect((await today()).items).toEqual([
    {
      ...{ account: 'pix', limit: 50_000 },
      people: [{ id: operatorIdOf('finance'), name: expect.any(String), confirmed: 30_000, open: 20_100 }],
    },
  ]);
  expect((await request.get(`${POLICIES}/today?odd=1`)).status()).toBe(400);
});

test('400 for what is out of range, and for a network that is none', async ({ api }) => {
  const request = await api('admin');
  for (const [over, field] of [
    [{ idleMinutes: 4 }, 'idleMinutes'],
    [{ absoluteHours: 721 }, 'absoluteHours'],
    [{ passwordLength: 11 }, 'passwordLength'],
    [{ secondFactor: 'maybe' }, 'secondFactor'],
    [{ allowedNetworks: [...OWN, '10.0.0.0/40'] }, 'allowedNetworks.2'],
  ] as const) {
    const answer = await put(request, over);
    expect(answer.status(), field).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: [{ field }] });
  }
});

test('409 for what would shut out who asks', async ({ api }) => {
  const request = await api('admin');
  for (const [over, field] of [
    [{ allowedNetworks: ['192.0.2.0/24'] }, 'allowedNetworks'],
    [{ secondFactor: 'required' }, 'secondFactor'],
  ] as const) {
    const answer = await put(request, over);
    expect([answer.status(), await answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'conflict', fields: [{ field, message: 'shuts_out' }] }),
    ]);
  }
});

test('200: a shorter idle limit ends the sessions that lie past it with their next request', async ({
  api,
  sql,
}) => {
  const [admin, viewer] = [await api('admin'), await api('viewer')];
  expect((await viewer.get('/api/session')).status()).toBe(200);
  await sql(`update sessions set last_seen_at = now() - interval '20 minutes' where operator_id = $1`, [
    operatorIdOf('viewer'),
  ]);
  const answer = await put(admin, { idleMinutes: 10 });
  expect(answer.status(), await answer.text()).toBe(200);
  expect(await answer.json()).toMatchObject({ idleMinutes: 10 });
  expect((await viewer.get('/api/session')).status()).toBe(401);
  expect((await admin.get('/api/session')).status()).toBe(200);
  await put(admin, {});
});

test('403: from another network nothing is answered, also in an open session', async ({ api, sql }) => {
  const admin = await api('admin');
  expect((await put(admin, { allowedNetworks: [...OWN, '::ffff:127.0.0.1/128'] })).status()).toBe(200);
  expect((await admin.get(POLICIES)).status()).toBe(200);
  await sql(`update sign_in_policies set allowed_networks = '["192.0.2.0/24"]'::jsonb`);
  await expect.poll(async () => (await admin.get('/api/session')).status(), { timeout: 15_000 }).toBe(403);
  await sql(`update sign_in_policies set allowed_networks = '[]'::jsonb`);
  await expect.poll(async () => (await admin.get('/api/session')).status(), { timeout: 15_000 }).toBe(200);
});
