import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openClient } from './test-client.ts';

it('moves time, and the world with it', async () => {
  const client = await openClient({ speed: 0, transactions: 20_000 });
  const before = (await client.get('/user/transactions')).json.total;
  const disputes = (await client.get('/user/infractions')).json.pagination.totalItems;
  await client.control('time', { advanceMs: 24 * 3600_000 * 3 });
  const after = (await client.get('/user/transactions')).json.total;
  expect(after - before).toBeGreaterThan(300);
  expect((await client.get('/user/infractions')).json.pagination.totalItems).toBeGreaterThan(disputes);
  const now = Date.parse((await client.get('/user')).headers.get('date') ?? '');
  expect(now - Date.now()).toBeGreaterThan(2.9 * 24 * 3600_000);
  expect((await client.get('/user/transactions?limit=1')).json.transactions[0].status).toBeDefined();
  await client.sandbox.close();
});

it('announces what the living world does', async () => {
  const events: string[] = [];
  const receiver = createServer((request, response) => {
    events.push(String(request.headers['x-callback-event']));
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const client = await openClient({ speed: 5000, transactions: 50_000 });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  await client.post('/user/webhooks', { url, events: [] });
  // The moment's world decides which events come first.
  await expect.poll(() => events, { timeout: 25_000 }).toContain('TRANSACTION_COMPLETED');
  await expect.poll(() => new Set(events).size, { timeout: 25_000 }).toBeGreaterThan(2);
  await client.sandbox.close();
  receiver.closeAllConnections();
  receiver.close();
});

it('pays the world’s own waiting charges too, and lists what is in force', async () => {
  const client = await openClient({ speed: 0, transactions: 50_000 });
  const { json } = await client.control('state');
  expect(json).toMatchObject({
    seed: 7,
    transactions: 50_000,
    clock: { speed: 0, stopped: true },
    faults: [],
  });
  const waiting = json.pending.charges[0];
  await client.control('pay', { id: waiting.id });
  const paid = (await client.get(`/user/transactions/${waiting.id}`)).json;
  expect([paid.status, paid.amount]).toEqual(['COMPLETED', waiting.amount]);
  expect((await client.get(`/user/transactions?endToEndId=${paid.endToEndId}`)).json.total).toBe(1);
  await client.control('fault', { kind: 'status', status: 503, path: '/nowhere', count: 3 });
  expect((await client.control('state')).json.faults).toMatchObject([
    { kind: 'status', left: 3, path: '/nowhere' },
  ]);
  expect((await client.control('requests')).json.requests.at(-1)).toMatchObject({
    method: 'GET',
    status: 200,
  });
  await client.sandbox.close();
});

it('begins anew on reset, with the same tokens', async () => {
  const client = await openClient({ transactions: 1000 });
  const made = (await client.post('/pix', { amount: 10, clientReference: 'gone' })).json;
  await client.control('state', { locked: true });
  expect((await client.control('reset', { seed: 9, transactions: 1500 })).status).toBe(200);
  expect((await client.get('/pix?clientReference=gone')).status).toBe(404);
  const { json } = await client.control('state');
  expect([json.seed, json.transactions, json.account.locked]).toEqual([9, 1500, false]);
  expect((await client.post('/pix', { amount: 10, clientReference: 'gone' })).json.id).not.toBe(made.id);
  await client.sandbox.close();
});

it.each([
  ['pay', {}, 404],
  ['pay', { id: 'x', outcome: 'shrug' }, 400],
  ['fault', { kind: 'flood' }, 400],
  ['state', { dialect: 'klingon' }, 400],
  ['state', {}, 400],
  ['time', {}, 400],
  ['dispute', { transactionId: 'x' }, 404],
  ['nothing', {}, 404],
])('refuses %s %j', async (name, body, status) => {
  const client = await openClient({ transactions: 100 });
  expect((await client.control(name, body)).status).toBe(status);
  await client.sandbox.close();
});
