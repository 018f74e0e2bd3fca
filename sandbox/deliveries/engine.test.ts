import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from './fake-world.ts';
import { PATIENCE_MS, TestBench } from './test-bench.ts';
import { TestReceiver } from './test-receiver.ts';

type Json = Record<string, unknown>;
let receiver: TestReceiver;
let base: string;
let bench: TestBench;

beforeEach(async () => {
  receiver = new TestReceiver();
  base = await receiver.listen();
  bench = new TestBench({ answerLimitMs: 300 });
});

afterEach(async () => {
  bench.engine.close();
  await receiver.close();
});

async function register(body: Json): Promise<Json> {
  return (await call(bench.engine.routes, 'POST', '/user/webhooks', body)).json as Json;
}

async function history(query = ''): Promise<Json[]> {
  const reply = await call(bench.engine.routes, 'GET', `/user/callbacks?limit=100&${query}`);
  return (reply.json as { callbacks: Json[] }).callbacks;
}

const arrived = (count: number) =>
  vi.waitFor(() => expect(receiver.received).toHaveLength(count), PATIENCE_MS);
const recorded = (count: number, query = '') =>
  vi.waitFor(async () => expect(await history(query)).toHaveLength(count), PATIENCE_MS);

test('a registered webhook gets a signed callback with the headers of document 1', async () => {
  const { id, secret } = await register({ url: `${base}/pix`, generateSecret: true });
  bench.notify(bench.add(1, { callbackUrl: null }));
  bench.clock.advance(400);
  await new Promise((done) => setTimeout(done, 30));
  expect(receiver.received).toHaveLength(0);
  bench.clock.advance(2_000);
  await arrived(1);
  const [got] = receiver.received;
  expect(got?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Callback-Service/1.0',
    'x-callback-attempt': '1',
    'x-callback-event': 'TRANSACTION_COMPLETED',
  });
  const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(got?.headers['x-callback-signature']));
  expect(Math.abs(Number(match?.[1]) - Date.now() / 1000)).toBeLessThan(5);
  expect(match?.[2]).toBe(
    createHmac('sha256', String(secret)).update(`${match?.[1]}.${got?.body}`).digest('hex'),
  );
  expect(JSON.parse(got?.body ?? '')).toMatchObject({ id: 'live1', status: 'COMPLETED', amount: 10.01 });
  await recorded(1, `webhookId=${id}`);
  const [row] = await history(`webhookId=${id}`);
  expect(row).toMatchObject({ status: 204, transactionId: 'live1', eventType: 'TRANSACTION_COMPLETED' });
  expect(row?.body).toEqual(JSON.parse(got?.body ?? ''));
  const sent = await call(bench.engine.routes, 'GET', `/user/webhooks/${id}/sent/${row?.id}`);
  expect(sent.json).toMatchObject({ sentWebhookDetails: { id: row?.id, error: null, body: got?.body } });
  const counted = await call(bench.engine.routes, 'GET', `/user/webhooks/sent/quantity?webhookId=${id}`);
  expect(counted.json).toEqual({ quantity: 1 });
});

test('a callbackUrl is signed with the account secret only, and has no event header', async () => {
  bench.notify(bench.add(1, { callbackUrl: `${base}/own` }));
  bench.clock.advance(2_500);
  await arrived(1);
  expect(receiver.received[0]?.headers['x-callback-signature']).toBeUndefined();
  expect(receiver.received[0]?.headers['x-callback-event']).toBeUndefined();
  const { routes } = bench.engine;
  const created = await call(routes, 'POST', '/user/callbacks/secret');
  expect(created.status).toBe(201);
  await expect(call(routes, 'POST', '/user/callbacks/secret')).rejects.toMatchObject({ status: 409 });
  const rotated = (await call(routes, 'PATCH', '/user/callbacks/secret/rotate')).json as Json;
  bench.notify(bench.add(2, { callbackUrl: `${base}/own` }));
  bench.clock.advance(2_500);
  await arrived(2);
  const [t = '', v1] = String(receiver.received[1]?.headers['x-callback-signature']).split(',');
  const text = `${t.slice(2)}.${receiver.received[1]?.body}`;
  expect(v1).toBe(`v1=${createHmac('sha256', String(rotated.secret)).update(text).digest('hex')}`);
});

test('failures are repeated with the same body until a 2xx, also after a restart', async () => {
  const { id } = await register({ url: `${base}/pix` });
  receiver.answer = (response) => response.writeHead(500).end('broken');
  bench.notify(bench.add(1, { callbackUrl: null }));
  bench.clock.advance(2_500);
  await recorded(1, `webhookId=${id}`);
  bench.clock.advance(11_000);
  await new Promise((done) => setTimeout(done, 30));
  expect(receiver.received).toHaveLength(1);
  bench.clock.advance(8_000);
  await recorded(2, `webhookId=${id}`);
  bench.restart();
  receiver.answer = (response) => response.writeHead(200).end('ok');
  bench.clock.advance(40_000);
  await recorded(3, `webhookId=${id}`);
  expect((await history(`webhookId=${id}`)).map((row) => row.status)).toEqual([200, 500, 500]);
  expect(receiver.received.map((got) => got.headers['x-callback-attempt'])).toEqual(['1', '2', '3']);
  expect(new Set(receiver.received.map((got) => got.body)).size).toBe(1);
  bench.clock.advance(86_400_000);
  await new Promise((done) => setTimeout(done, 30));
  expect(receiver.received).toHaveLength(3);
});

test('a redirect is not followed, and an endless failure ends after 40 attempts', async () => {
  receiver.answer = (response) => response.writeHead(302, { Location: `${base}/other` }).end();
  const { id } = await register({ url: `${base}/pix` });
  bench.notify(bench.add(1, { callbackUrl: null }));
  for (let attempt = 1; attempt <= 42; attempt += 1) {
    bench.clock.advance(4_400_000);
    await recorded(Math.min(40, attempt), `webhookId=${id}`);
  }
  expect(receiver.received).toHaveLength(40);
  expect(receiver.received.every((got) => got.path === '/pix')).toBe(true);
});

test('no answer within the limit is a failure with status 0', async () => {
  receiver.answer = () => {};
  const { id } = await register({ url: `${base}/pix` });
  bench.notify(bench.add(1, { callbackUrl: null }));
  bench.clock.advance(2_500);
  await recorded(1, `webhookId=${id}&hasError=true`);
  const [row] = await history(`webhookId=${id}`);
  expect(row?.status).toBe(0);
});

test('a status that changes before the queue comes to it is dropped, but not for a callbackUrl', async () => {
  const { id } = await register({ url: `${base}/pix` });
  const transaction = bench.add(1, { status: 'PENDING', callbackUrl: `${base}/own` });
  bench.notify(transaction);
  transaction.status = 'COMPLETED';
  bench.notify(transaction);
  bench.clock.advance(2_500);
  await arrived(3);
  await new Promise((done) => setTimeout(done, 30));
  const rows = await history('transactionId=live1');
  const events = (webhookId: unknown) =>
    rows.filter((row) => row.webhookId === webhookId).map((row) => row.eventType);
  expect(events(id)).toEqual(['TRANSACTION_COMPLETED']);
  expect(events(null).sort()).toEqual(['TRANSACTION_COMPLETED', 'TRANSACTION_PENDING']);
  expect(bench.log.some((text) => text.includes('descartado'))).toBe(true);
});

test('events select; reserved events reach nobody; INFRACTION_CHANGED carries the infraction', async () => {
  const disputes = await register({ url: `${base}/med`, events: ['INFRACTION_CHANGED'] });
  const none = await register({ url: `${base}/none`, events: ['TRANSACTION_SUSPECTED_FRAUD'] });
  const transaction = bench.add(1, { callbackUrl: null });
  bench.notify(transaction);
  bench.notify(transaction, 'INFRACTION_CHANGED', { id: 'inf1', status: 'OPEN' });
  bench.notify(transaction, 'TRANSACTION_SUSPECTED_FRAUD');
  bench.clock.advance(2_500);
  await recorded(1, `webhookId=${disputes.id}`);
  const body = { id: 'live1', status: 'COMPLETED', infraction: { id: 'inf1', status: 'OPEN' } };
  expect((await history(`webhookId=${disputes.id}`))[0]?.body).toMatchObject(body);
  expect(await history(`webhookId=${none.id}`)).toEqual([]);
  bench.restart();
  expect((await history(`webhookId=${disputes.id}`))[0]?.body).toMatchObject(body);
});

test('private addresses are refused', async () => {
  const { id } = await register({ url: 'http://10.0.0.1/pix' });
  bench.notify(bench.add(1, { callbackUrl: null }));
  bench.clock.advance(2_500);
  await recorded(1, `webhookId=${id}`);
  const [row] = await history(`webhookId=${id}`);
  const sent = await call(bench.engine.routes, 'GET', `/user/webhooks/${id}/sent/${row?.id}`);
  expect(sent.json).toMatchObject({ sentWebhookDetails: { status: 0, error: 'private address refused' } });
});

test('registered webhooks can be read, changed, rotated and removed, and survive a restart', async () => {
  const made = await register({ url: `${base}/pix`, events: ['TRANSACTION_PENDING'], generateSecret: true });
  expect(made).toMatchObject({ active: true, hasSecret: true, events: ['TRANSACTION_PENDING'] });
  expect(made.secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const one = `/user/webhooks/${made.id}`;
  const { secret, ...shown } = made;
  bench.restart();
  const { routes } = bench.engine;
  expect((await call(routes, 'GET', one)).json).toEqual(shown);
  expect((await call(routes, 'PATCH', one, { active: false })).json).toMatchObject({ active: false });
  const rotated = (await call(routes, 'POST', `${one}/rotate-secret`)).json as Json;
  expect(rotated.secret).not.toBe(secret);
  const all = async (query: string) =>
    ((await call(routes, 'GET', `/user/webhooks${query}`)).json as { webhooks: Json[] }).webhooks;
  expect((await all('')).length).toBe(4);
  expect((await all('?active=false')).map(({ id }) => id)).toEqual([made.id]);
  expect((await call(routes, 'DELETE', one)).status).toBe(204);
  await expect(call(routes, 'GET', one)).rejects.toMatchObject({ errorCode: 'PZG404' });
  expect(routes.filter((route) => route.config).length).toBe(6);
  bench.restart();
  await expect(call(bench.engine.routes, 'GET', one)).rejects.toMatchObject({ status: 404 });
});

test.each([
  [{}, 'url'],
  [{ url: 'ftp://x.example' }, 'url'],
  [{ url: 'https://x.example', events: ['NOPE'] }, 'events'],
  [{ url: 'https://x.example', active: 'yes' }, 'active'],
  [{ url: 'https://x.example', generateSecret: 1 }, 'generateSecret'],
  [[], 'body'],
])('registration refuses %j with PZV001', async (body, field) => {
  const details = [expect.objectContaining({ field })];
  await expect(call(bench.engine.routes, 'POST', '/user/webhooks', body)).rejects.toMatchObject({
    errorCode: 'PZV001',
    details,
  });
});

test('failNext makes deliveries fail without the receiver, or with it when slow', async () => {
  const { control } = bench.engine;
  const { id } = await register({ url: `${base}/pix` });
  control.failNext({ url: base, kind: 'status', status: 502 });
  bench.notify(bench.add(1, { callbackUrl: null }));
  bench.clock.advance(2_500);
  await recorded(1, `webhookId=${id}&status=502`);
  expect(receiver.received).toHaveLength(0);
  control.failNext({ url: base, kind: 'slow', count: 1 });
  bench.clock.advance(19_000);
  await recorded(1, `webhookId=${id}&status=0`);
  expect(receiver.received).toHaveLength(1);
  expect(control.state().faults).toEqual([]);
  control.failNext({ url: 'api.aroeira.example', kind: 'close', untilMs: 60_000 });
  bench.notify(bench.add(2, { callbackUrl: null }));
  bench.clock.advance(2_500);
  await recorded(1, 'transactionId=live2&status=0');
  expect(control.state().faults).toMatchObject([{ kind: 'close', done: 1 }]);
  bench.clock.advance(60_000);
  expect(control.state().faults).toEqual([]);
  control.failNext({ kind: 'timeout', count: 9 });
  control.clear();
  expect(control.state().faults).toEqual([]);
  expect(() => control.failNext({ kind: 'explode' })).toThrow();
});

test('a reset leaves only what was seeded', async () => {
  const { id } = await register({ url: `${base}/pix` });
  receiver.answer = (response) => response.writeHead(500).end();
  await call(bench.engine.routes, 'POST', '/user/callbacks/secret');
  bench.notify(bench.add(1, { callbackUrl: null }));
  bench.clock.advance(2_500);
  await recorded(1, `webhookId=${id}`);
  bench.engine.reset();
  bench.clock.advance(86_400_000);
  await new Promise((done) => setTimeout(done, 30));
  expect(receiver.received).toHaveLength(1);
  expect(await history()).toEqual([]);
  const { webhooks } = (await call(bench.engine.routes, 'GET', '/user/webhooks')).json as {
    webhooks: Json[];
  };
  expect(webhooks).toHaveLength(3);
  expect((await call(bench.engine.routes, 'POST', '/user/callbacks/secret')).status).toBe(201);
});

test('the callback log of a transaction is newest first', async () => {
  bench = new TestBench({}, 200);
  const transaction = { ...bench.world.baseTransaction(120), status: 'COMPLETED' };
  bench.world.live.set(transaction.id, transaction);
  const seeded = bench.engine.callbackLog(transaction.id);
  expect(seeded.length).toBeGreaterThanOrEqual(3);
  bench.notify(transaction);
  bench.clock.advance(2_500);
  const log = bench.engine.callbackLog(transaction.id);
  expect(log.length).toBeGreaterThan(seeded.length);
  expect(log.map((entry) => entry.createdAt)).toEqual(
    log
      .map((entry) => entry.createdAt)
      .sort()
      .reverse(),
  );
  expect(bench.engine.callbackLog('nobody')).toEqual([]);
});
