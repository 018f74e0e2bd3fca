import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from './fake-world.ts';
import { PATIENCE_MS, TestBench } from './test-bench.ts';
import { type Received, TestReceiver } from './test-receiver.ts';

type Json = Record<string, unknown>;
let receiver: TestReceiver;
let base: string;
let bench: TestBench;

beforeEach(async () => {
  receiver = new TestReceiver();
  base = await receiver.listen();
  bench = new TestBench({ allowPrivate: true, answerLimitMs: 300 });
});

afterEach(async () => {
  bench.engine.close();
  await receiver.close();
});

const tokenOf = (got: Received) => String(got.headers['x-callback-challenge']);

async function register(url: string): Promise<string> {
  const reply = await call(bench.engine.ownershipRoutes, 'POST', '/user/webhooks', { url });
  expect(reply.status).toBe(201);
  return String((reply.json as Json).id);
}

async function challenge(method: string, id: string): Promise<Json> {
  return (await call(bench.engine.ownershipRoutes, method, `/sandbox/webhooks/${id}/challenge`)).json as Json;
}

test('pending until the token comes back; deliveries only afterwards', async () => {
  receiver.answer = (response, got) => {
    if (got.headers['x-callback-challenge']) response.writeHead(200).end('{}');
    else response.writeHead(200).end();
  };
  const id = await register(`${base}/pix`);
  expect(await challenge('GET', id)).toEqual({
    webhookId: id,
    url: `${base}/pix`,
    status: 'pending',
    detail: null,
    checkedAt: null,
  });
  await bench.engine.settled();
  expect(receiver.received[0]).toMatchObject({ body: '{}', path: '/pix' });
  expect(await challenge('GET', id)).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('token'),
  });
  bench.notify(bench.add(1, { callbackUrl: null }));
  bench.clock.advance(2_500);
  await new Promise((done) => setTimeout(done, 30));
  expect(receiver.received).toHaveLength(1);
  const resend = call(bench.engine.routes, 'POST', `/user/callbacks/resend/webhook/${id}`);
  await expect(resend).rejects.toMatchObject({ errorCode: 'PZW300' });

  receiver.answer = (response, got) => response.end(tokenOf(got));
  expect(await challenge('POST', id)).toMatchObject({ status: 'verified', detail: null });
  bench.restart();
  expect(await challenge('GET', id)).toMatchObject({ status: 'verified' });
  bench.notify(bench.add(2, { callbackUrl: null }));
  bench.clock.advance(2_500);
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), PATIENCE_MS);
  expect(receiver.received[2]?.headers['x-callback-event']).toBe('TRANSACTION_COMPLETED');
});

test('the token may come in a field named challenge', async () => {
  receiver.answer = (response, got) => response.end(JSON.stringify({ challenge: tokenOf(got) }));
  const id = await register(`${base}/pix`);
  await bench.engine.settled();
  expect(await challenge('GET', id)).toMatchObject({ status: 'verified', detail: null });
});

test.each([
  ['a redirect', (response: ServerResponse) => response.writeHead(307, { Location: '/x' }).end()],
  ['an error', (response: ServerResponse) => response.writeHead(500).end()],
  ['another token', (response: ServerResponse) => response.end('{"challenge":"something else"}')],
  ['no answer', () => {}],
])('%s fails the check', async (_, answer) => {
  receiver.answer = answer;
  const id = await register(`${base}/pix`);
  await bench.engine.settled();
  expect(await challenge('GET', id)).toMatchObject({ status: 'failed', detail: expect.any(String) });
  expect(receiver.received).toHaveLength(1);
});

test('loopback, private and plain http addresses are refused without the switch', async () => {
  bench = new TestBench();
  for (const url of [
    `${base}/pix`,
    'https://127.0.0.1/x',
    'https://192.168.1.1/x',
    'http://loja.example/x',
  ]) {
    const id = await register(url);
    await bench.engine.settled();
    expect(await challenge('GET', id), url).toMatchObject({ status: 'failed' });
  }
  expect(receiver.received).toHaveLength(0);
});

test('a changed url must prove itself again; the world s own endpoints count as verified', async () => {
  receiver.answer = (response, got) => response.end(tokenOf(got));
  const id = await register(`${base}/pix`);
  await bench.engine.settled();
  receiver.answer = (response) => response.end('no');
  await call(bench.engine.ownershipRoutes, 'PATCH', `/user/webhooks/${id}`, { url: `${base}/other` });
  expect(await challenge('GET', id)).toMatchObject({ status: 'pending' });
  await bench.engine.settled();
  expect(await challenge('GET', id)).toMatchObject({ status: 'failed', url: `${base}/other` });
  const list = (await call(bench.engine.ownershipRoutes, 'GET', '/user/webhooks')).json as {
    webhooks: Json[];
  };
  expect(await challenge('GET', String(list.webhooks[0]?.id))).toMatchObject({ status: 'verified' });
  await expect(challenge('GET', 'wh_none')).rejects.toMatchObject({ errorCode: 'PZG404' });
});

test('loopback by the switch; private addresses never', async () => {
  bench.engine.close();
  let allowed = false;
  bench = new TestBench({ allowPrivate: true, ownershipLoopback: () => allowed, answerLimitMs: 300 });
  receiver.answer = (response, got) => response.writeHead(200).end(tokenOf(got));
  const near = await register(`${base}/pix`);
  const inner = await register('https://10.255.255.1/pix');
  await bench.engine.settled();
  const refused = { status: 'failed', detail: 'Endereços privados são recusados.' };
  expect(await challenge('GET', near)).toMatchObject(refused);
  expect(await challenge('GET', inner)).toMatchObject(refused);
  expect(receiver.received).toHaveLength(0);
  allowed = true;
  expect(await challenge('POST', near)).toMatchObject({ status: 'verified', detail: null });
  expect(await challenge('POST', inner)).toMatchObject(refused);
});
