import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { type Account, accountBySlug } from '#lib/accounts/server/account.ts';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import type { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { receivedCallbacks, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import { receiveCallback } from '#lib/webhooks/server/receive-callback.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();
const SECRET = 'a-secret-that-came-with-the-credentials';
const ENDPOINT = randomBytes(16).toString('hex');
let account: Account;

const accountOf = (slug: string, webhookSecret: Record<string, string>) => ({
  ...({ slug, kind: 'card', environment: 'sandbox', simulator: false } as const),
  baseUrl: 'http://127.0.0.1:9/v1',
  credentials: { clientId: 'a', clientSecret: 'b', ...webhookSecret },
  settings: {},
});

beforeAll(async () => {
  await syncAccounts([accountOf('card', { webhookSecret: SECRET }), accountOf('mudo', {})]);
  const found = await accountBySlug('card');
  if (found === null) throw new Error('The account is not there.');
  account = found;
  await receiverOf(account.id, ENDPOINT);
});

const receiverOf = (accountId: string, endpoint: string) =>
  db()
    .insert(webhookReceivers)
    .values({ endpoint, accountId, url: 'http://x.test', ownership: 'verified', createdAt: new Date() });

const chargeOf = (over: object = {}) => ({
  id: '00000000-1111-4222-8333-444444444444',
  externalId: 'order-88',
  amount: 4200,
  paymentType: 'creditcard',
  createdAt: '2026-06-12T14:00:00.000Z',
  creditCardPayment: { status: 2, reasonCode: 0, card: { number: '4929875133046610', holder: 'ZULMIRA' } },
  ...over,
});
type PostbackOptions = {
  event?: string;
  data?: object;
  key?: string;
  ageMs?: number;
  headers?: object;
  slug?: string;
  at?: string;
};

/** Signed over `timestamp.nonce.body`; the nonce is new on every attempt. */
async function deliver({
  event = 'charge.update',
  data = chargeOf(),
  key = SECRET,
  ageMs = 0,
  ...options
}: PostbackOptions = {}) {
  const body = JSON.stringify({ event, data });
  const [timestamp, nonce] = [String(Date.now() - ageMs), randomBytes(16).toString('hex')];
  const signature = createHmac('sha256', key).update(`${timestamp}.${nonce}.${body}`).digest('hex');
  const headers = {
    ...{ 'content-type': 'application/json', 'x-webhook-signature': signature },
    ...{ 'x-webhook-timestamp': timestamp, 'x-webhook-nonce': nonce },
    ...options.headers,
  };
  const { slug = 'card', at = ENDPOINT } = options;
  const request = new Request(`http://localhost/api/hooks/${slug}/${at}`, { method: 'POST', headers, body });
  try {
    return (await receiveCallback({ account: slug, endpoint: at, request })).status;
  } catch (error) {
    return (error as GuicheError).status;
  }
}
const stored = () => db().select().from(receivedCallbacks).where(eq(receivedCallbacks.accountId, account.id));

it('stores a postback once by event, charge, status code and cycle, and nothing of a card', async () => {
  const charge = (status: number, more: object = {}) => ({
    ...chargeOf(more),
    creditCardPayment: { status },
  });
  for (let attempt = 0; attempt < 3; attempt += 1) expect(await deliver()).toBe(200);
  expect(await deliver({ data: charge(11) })).toBe(200);
  expect(await deliver({ event: 'chargeback', data: charge(2) })).toBe(200);
  for (const recurrenceCycle of [1, 2, 2])
    expect(await deliver({ event: 'recurrence.cycle', data: charge(2, { recurrenceCycle }) })).toBe(200);
  const rows = await stored();
  expect(rows.map(({ event, status, times }) => [event, status, times]).sort()).toEqual([
    ['charge.update', '11', 1],
    ['charge.update', '2', 3],
    ['chargeback', '2', 1],
    ['recurrence.cycle', '2', 1],
    ['recurrence.cycle', '2', 2],
  ]);
  expect(rows[0]).toMatchObject({ transactionId: chargeOf().id, signature: 'holds' });
  for (const secret of ['4929875133046610', 'ZULMIRA']) expect(JSON.stringify(rows)).not.toContain(secret);
});

it.each([
  ['signed by another', { key: 'another' }, 401],
  ['too old', { ageMs: 301_000 }, 401],
  ['unsigned', { headers: { 'x-webhook-signature': '' } }, 401],
  ['without its nonce', { headers: { 'x-webhook-nonce': '' } }, 401],
  ['of no charge', { data: { hello: 'world' } }, 400],
  ['at another address', { at: randomBytes(16).toString('hex') }, 404],
] as [string, PostbackOptions, number][])('refuses one %s', async (_, options, status) => {
  const before = (await stored()).length;
  expect(await deliver(options)).toBe(status);
  expect((await stored()).length).toBe(before);
});

it('answers 503 while no secret is known', async () => {
  const at = randomUUID().replaceAll('-', '');
  await receiverOf((await accountBySlug('mudo'))?.id ?? '', at);
  expect(await deliver({ slug: 'mudo', at })).toBe(503);
});
