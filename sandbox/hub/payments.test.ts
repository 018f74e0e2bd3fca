import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CUSTOMER, expectError, type HubClient, openHub } from './test-client.ts';

let client: HubClient;
beforeAll(async () => {
  client = await openHub();
  await client.control('state', { rateLimits: false });
});
afterAll(() => client.sandbox.close());

const PAYMENT = '/transactions/payment';
const charge = (fields: Record<string, unknown> = {}) =>
  client.post(PAYMENT, { amount: 2500, method: 'PIX', customer: CUSTOMER, ...fields });

describe('a charge', () => {
  it('is made, found by both of its ids, paid, and listed', async () => {
    const made = await charge({ externalRef: 'order-1', metadata: { shop: 'a' } });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ status: 'PENDING', amount: 2500, serviceFee: 52, netAmount: 2448 });
    expect(made.json.pix.qrCodeText).toMatch(/^000201.*6304[0-9A-F]{4}$/);
    const paid = await client.control('pay', { externalRef: 'order-1' });
    expect(paid.json.payment).toMatchObject({ status: 'PAID', refundableAmount: 2500, refunds: [] });
    const line = (await client.get('/transactions/statement?limit=1')).json.data[0];
    expect(line).toMatchObject({ trigger: 'PAYMENT', amount: 2448, gross: 2500, fee: 52 });
    expect(line.originId).not.toBe(made.json.id);
    for (const id of [made.json.id, line.originId])
      expect((await client.get(`${PAYMENT}/${id}`)).json).toMatchObject({
        id: made.json.id,
        metadata: { shop: 'a' },
      });
    const listed = await client.get(`${PAYMENT}?externalRef=order-1&status=PAID`);
    expect(listed.json.data.map((one: { id: string }) => one.id)).toEqual([made.json.id]);
    expectError(await client.get(`${PAYMENT}/none`), 404, 'PAYMENT_NOT_FOUND');
  });

  it('expires after an hour, and is paid by itself with 11 cents', async () => {
    const late = (await charge()).json;
    const quick = (await charge({ amount: 2511 })).json;
    await client.control('time', { advanceMs: 5000 });
    expect((await client.get(`${PAYMENT}/${quick.id}`)).json.status).toBe('PAID');
    await client.control('time', { advanceMs: 3_600_000 });
    expect((await client.get(`${PAYMENT}/${late.id}`)).json.status).toBe('EXPIRED');
  });

  it('is one for each reference: the same data again answers it, other data is refused', async () => {
    const made = (await charge({ externalRef: 'order-2' })).json;
    const again = await charge({ externalRef: 'order-2' });
    expect([again.status, again.json.id]).toEqual([200, made.id]);
    expectError(await charge({ externalRef: 'order-2', amount: 2600 }), 409, 'EXTERNAL_REF_CONFLICT');
  });

  it('complains in the shape of the body', async () => {
    const answer = await charge({ amount: 12.5, customer: { name: '', document: '11111111111' } });
    expectError(answer, 400, 'SCHEMA_INVALID');
    expect(Object.keys(answer.json.details)).toEqual(['amount', 'customer']);
    expect(Object.keys(answer.json.details.customer).sort()).toEqual(['document', 'name']);
    expectError(await client.post(PAYMENT, '{'), 400, 'SCHEMA_INVALID');
    expectError(await charge({ amount: 50 }), 422, 'AMOUNT_OUT_OF_LIMITS');
  });

  it('wants the callback secret before a callbackUrl', async () => {
    const callbackUrl = 'https://shop.example/hub';
    expectError(await charge({ callbackUrl }), 412, 'CALLBACK_SECRET_MISSING');
    expect((await charge({ callback_url: callbackUrl })).json.callbackUrl).toBeNull();
    await client.post('/transactions/callback-secret');
    expect((await charge({ callbackUrl })).json.callbackUrl).toBe(callbackUrl);
    for (const url of [
      'http://shop.example/hub',
      'https://10.0.0.7/hub',
      'https://intranet.local/x',
      'ftp://x.example',
    ])
      expectError(await charge({ callbackUrl: url }), 400, 'SCHEMA_INVALID');
  });
});

describe('the list', () => {
  it('goes through every charge once, newest first, by pages', async () => {
    const rows = await client.all(PAYMENT);
    const total = (await client.control('state')).json.hub.counts.payments;
    expect(rows.length).toBe(total);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(total);
    const times = rows.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('filters by status, Brasília days and words', async () => {
    const some = (await client.get(`${PAYMENT}?status=EXPIRED&limit=3`)).json.data;
    expect(some.map((one: { status: string }) => one.status)).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED']);
    const day = new Date(Date.parse(some[0].createdAt) - 3 * 3_600_000).toISOString().slice(0, 10);
    const rows = await client.all(`${PAYMENT}?dateFrom=${day}&dateTo=${day}`);
    const begin = Date.parse(`${day}T00:00:00-03:00`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { createdAt } of rows) {
      expect(Date.parse(createdAt) - begin).toBeGreaterThanOrEqual(0);
      expect(Date.parse(createdAt) - begin).toBeLessThan(86_400_000);
    }
    const { name, document } = some[0].customer;
    for (const search of [name.toLowerCase(), document.slice(2, 9), some[0].id]) {
      const found = await client.all(`${PAYMENT}?search=${encodeURIComponent(search)}`);
      expect(found.map(({ id }) => id)).toContain(some[0].id);
    }
  });

  it.each([
    ['?page=2', 'REQUEST_UNKNOWN_QUERY_PARAM'],
    ['?limit=101', 'SCHEMA_INVALID'],
    ['?cursor=nonsense', 'SCHEMA_INVALID'],
    ['?status=SHRUG', 'SCHEMA_INVALID'],
    ['?search=ab', 'SCHEMA_INVALID'],
    ['?dateFrom=2026-13-45', 'SCHEMA_INVALID'],
  ])('refuses %s', async (query, code) => {
    expectError(await client.get(`${PAYMENT}${query}`), 400, code);
  });
});

it('limits charges to 60 a minute for the credential', async () => {
  await client.control('state', { rateLimits: true });
  await client.control('time', { advanceMs: 61_000 });
  for (let count = 0; count < 60; count++) expect((await charge({ amount: 1000 })).status).toBe(201);
  const answer = await charge();
  expectError(answer, 429, 'RATE_LIMITED');
  expect(answer.json.details.retryAfterSeconds).toBe(60);
  await client.control('state', { rateLimits: false });
});
