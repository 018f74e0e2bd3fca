import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Received, TestReceiver } from '../deliveries/test-receiver.ts';
import { MAX_ATTEMPTS, waitAfter } from './retry-schedule.ts';
import { CUSTOMER, type HubClient, openHub } from './test-client.ts';

let client: HubClient;
let receiver: TestReceiver;
let base: string;
beforeEach(async () => {
  client = await openHub();
  receiver = new TestReceiver();
  base = await receiver.listen();
});
afterEach(async () => {
  await client.sandbox.close();
  await receiver.close();
});

const pause = (advanceMs: number) => client.control('time', { advanceMs });
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
/** The world has events of its own: only those of one reference are looked at. */
const of = (ref: string) => receiver.received.filter(({ body }) => JSON.parse(body).data.externalRef === ref);
const until = (ref: string, count: number) =>
  expect.poll(() => of(ref).length, { timeout: 20_000 }).toBe(count);

async function register(path: string, wanted: string[]) {
  const made = await client.post('/transactions/webhooks', { url: `${base}${path}`, events: wanted });
  expect(made.status).toBe(201);
  return made.json as { id: string; secret: string };
}

async function charge(fields = {}) {
  return (
    await client.post('/transactions/payment', { amount: 2500, method: 'PIX', customer: CUSTOMER, ...fields })
  ).json;
}

function expectSigned({ headers, body }: Received, secret: string): void {
  const stamp = String(headers['x-service-timestamp']);
  const hex = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex');
  expect(headers['x-service-signature']).toBe(`sha256=${hex}`);
  expect(Math.abs(Number(stamp) - Date.now())).toBeLessThan(60_000);
}

it('has ten attempts in about 18 hours, the last two six hours apart', () => {
  const waits = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, place) => waitAfter(place + 1) ?? 0);
  const hours = waits.reduce((total, wait) => total + wait, 0) / 3_600_000;
  expect([MAX_ATTEMPTS, waits.at(-1), waitAfter(10)]).toEqual([10, 6 * 3_600_000, null]);
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(Math.round(hours)).toBe(18);
});

it('sends what an endpoint chose, signed, with the fields of document 2', async () => {
  const { secret } = await register('/hook', ['PAYMENT_CREATED', 'PAYMENT_PAID']);
  const { id } = await charge({ externalRef: 'r-1', metadata: { a: 1 } });
  await client.control('pay', { id });
  await pause(1000);
  await until('r-1', 2);
  const [created, paid] = of('r-1').map(({ body }) => JSON.parse(body));
  expect(created).toMatchObject({ event: 'PAYMENT_CREATED', data: { status: 'PENDING' } });
  expect(created.data).not.toHaveProperty('endToEndId');
  expect(paid).toMatchObject({
    event: 'PAYMENT_PAID',
    data: {
      status: 'PAID',
      amount: 2500,
      serviceFee: 52,
      netAmount: 2448,
      externalRef: 'r-1',
      metadata: { a: 1 },
    },
  });
  expect((await client.get(`/transactions/payment/${paid.data.paymentId}`)).json.id).toBe(id);
  for (const got of of('r-1')) {
    expectSigned(got, secret);
    expect(got.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-delivery': JSON.parse(got.body).id,
    });
  }
});

it('announces what the living world does, in its order', async () => {
  await register('/hook', ['PAYMENT_CREATED', 'PAYMENT_PAID', 'PAYMENT_EXPIRED']);
  await client.control('time', { speed: 5000 });
  const events = () => new Set(bodies().map(({ event }) => event));
  await expect.poll(() => events().has('PAYMENT_PAID'), { timeout: 40_000 }).toBe(true);
  await expect.poll(() => receiver.received.length, { timeout: 40_000 }).toBeGreaterThan(9);
  const times = bodies().map(({ sentAt }) => sentAt);
  expect(times).toEqual([...times].sort());
  expect(new Set(bodies().map(({ id }) => id)).size).toBe(times.length);
});

it('waits with everything while one fails, and keeps its id and body over ten attempts', async () => {
  await register('/bad', ['PAYMENT_PAID']);
  const other = await register('/good', ['PAYMENT_CREATED']);
  receiver.answer = (response, { path }) => response.writeHead(path === '/bad' ? 500 : 204).end();
  await client.control('pay', { id: (await charge({ externalRef: 'first' })).id });
  await charge({ externalRef: 'second' });
  await pause(1000);
  await until('first', 2);
  const bad = () => of('first').slice(1);
  expect(of('first').map(({ path }) => path)).toEqual(['/good', '/bad']);
  for (let attempt = 1; attempt < 10; attempt++) {
    await pause((waitAfter(attempt) ?? 0) - 2000);
    expect([bad().length, of('second').length]).toEqual([attempt, 0]);
    await pause(4000);
    await until('first', attempt + 2);
  }
  expect(new Set(bad().map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
  expect(new Set(bad().map(({ body }) => body)).size).toBe(1);
  // Abandoned: what waited behind it goes on.
  await until('second', 1);
  expectSigned(of('second')[0] as Received, other.secret);
});

it('sends an abandoned one again with the same body and id', async () => {
  await client.control('state', { quiet: true });
  await register('/hook', ['PAYMENT_CREATED']);
  await client.control('fail-deliveries', { url: base, status: 500, count: 10 });
  await charge({ externalRef: 'again' });
  const recent = async () => (await client.control('state')).json.hub.deliveries.recent[0];
  for (let attempt = 1; attempt <= 10; attempt++) {
    await pause(attempt === 1 ? 1000 : (waitAfter(attempt - 1) ?? 0));
    await expect.poll(async () => (await recent())?.attempt, { timeout: 20_000 }).toBe(attempt);
  }
  const { id, outcome } = await recent();
  expect([outcome, of('again').length]).toEqual(['abandoned', 0]);
  expect((await client.control('resend', { id: 'none' })).status).toBe(404);
  await client.control('resend', { id });
  await until('again', 1);
  expect(of('again')[0]?.headers['x-service-delivery']).toBe(id);
});

it('sends to the callbackUrl too, but not what is only for endpoints', async () => {
  const { secret } = (await client.post('/transactions/callback-secret')).json;
  await register('/hook', ['WITHDRAW_CREATED', 'WITHDRAW_COMPLETED', 'WITHDRAW_REFUND_RECEIVED']);
  const asked = {
    amount: 1900,
    pixKey: 'a@example.test',
    callbackUrl: `${base}/callback`,
    externalRef: 'w-9',
  };
  const { id } = (await client.post('/transactions/withdraw', asked)).json;
  await pause(6000);
  await until('w-9', 4);
  await client.control('withdraw', { id, outcome: 'returned', amount: 400 });
  await pause(1000);
  await until('w-9', 5);
  expect(of('w-9').map(({ path, headers }) => `${path} ${headers['x-service-event']}`)).toEqual([
    '/hook WITHDRAW_CREATED',
    '/callback WITHDRAW_CREATED',
    '/hook WITHDRAW_COMPLETED',
    '/callback WITHDRAW_COMPLETED',
    '/hook WITHDRAW_REFUND_RECEIVED',
  ]);
  for (const got of of('w-9')) if (got.path === '/callback') expectSigned(got, secret);
});

it('announces deadlines with the hours that remain, and blocks', async () => {
  await register('/hook', [
    'INFRACTION_OPENED',
    'INFRACTION_DEADLINE',
    'INFRACTION_CLOSED',
    'ACCOUNT_BLOCKED',
    'ACCOUNT_UNBLOCKED',
  ]);
  const { id } = await charge();
  await client.control('pay', { id });
  const { dispute } = (await client.control('dispute', { id, hours: 50 })).json;
  await pause(45 * 3_600_000);
  await client.control('dispute', { protocol: dispute.protocol, close: 'CANCELLED' });
  await client.control('state', { blockedOperations: ['WITHDRAW'] });
  await client.control('state', { blockedOperations: [] });
  await pause(1000);
  // The world has disputes of its own.
  const own = () =>
    bodies().filter(({ data }) => data.protocol === undefined || data.protocol === dispute.protocol);
  await expect.poll(() => own().length, { timeout: 20_000 }).toBe(7);
  expect(
    own().map(({ event, data }) => [event, data.hoursRemaining ?? data.status ?? data.blockedOperations]),
  ).toEqual([
    ['INFRACTION_OPENED', 'OPEN'],
    ['INFRACTION_DEADLINE', 48],
    ['INFRACTION_DEADLINE', 24],
    ['INFRACTION_DEADLINE', 6],
    ['INFRACTION_CLOSED', 'CANCELLED'],
    ['ACCOUNT_BLOCKED', ['WITHDRAW']],
    ['ACCOUNT_UNBLOCKED', undefined],
  ]);
  expect(own().at(-1).data.changedAt).toMatch(/^\d{4}-/);
});

it('fails on demand, and stops with the endpoint', async () => {
  const { id } = await register('/hook', ['PAYMENT_CREATED']);
  await client.control('fail-deliveries', { url: base, status: 503, count: 1 });
  await charge();
  await pause(1000);
  await expect
    .poll(async () => (await client.control('state')).json.hub.deliveries.recent[0]?.outcome, {
      timeout: 20_000,
    })
    .toBe('waiting');
  expect(receiver.received).toHaveLength(0);
  await client.call('PUT', `/transactions/webhooks/${id}`, { isActive: false });
  await pause(3 * 60_000);
  await expect
    .poll(async () => (await client.control('state')).json.hub.deliveries.waiting, { timeout: 20_000 })
    .toBe(0);
  expect(receiver.received).toHaveLength(0);
  const gone = await client.call('DELETE', `/transactions/webhooks/${id}`);
  expect(gone.json.code).toBe('WEBHOOK_HAS_DELIVERIES');
});

it('takes up what waited after a restart, with the same body', async () => {
  const data = mkdtempSync(join(tmpdir(), 'hub-'));
  await client.sandbox.close();
  client = await openHub({ data });
  await register('/hook', ['PAYMENT_CREATED']);
  receiver.answer = (response) => response.writeHead(500).end();
  await charge({ externalRef: 'one' });
  await charge({ externalRef: 'two' });
  await pause(1000);
  await until('one', 1);
  const first = async () => (await client.control('state')).json.hub.deliveries.first[0]?.attempts;
  await expect.poll(first, { timeout: 20_000 }).toBe(1);
  await client.sandbox.close();
  client = await openHub({ data });
  receiver.answer = (response) => response.writeHead(200).end();
  await pause(2 * 60_000);
  await until('two', 1);
  const [before, after] = of('one');
  expect([of('one').length, after?.body]).toEqual([2, before?.body]);
  await client.sandbox.close();
  client = await openHub({ data });
  await pause(10 * 60_000);
  await charge({ externalRef: 'three' });
  await pause(1000);
  await until('three', 1);
  expect([of('one').length, of('two').length]).toEqual([2, 1]);
  rmSync(data, { recursive: true, force: true });
});
