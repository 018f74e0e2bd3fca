import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CUSTOMER, openHub } from './test-client.ts';

let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'hub-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

it('is the same account after a restart, whatever was done and however much time passed', async () => {
  const first = await openHub({ data });
  await first.control('state', {
    rateLimits: false,
    scopes: [...(await first.exchange()).json.scope.split(' ')],
  });
  const charge = await first.post('/transactions/payment', {
    amount: 4200,
    method: 'PIX',
    customer: CUSTOMER,
    externalRef: 'kept',
  });
  await first.control('time', { advanceMs: 40_000_000 });
  await first.post(
    '/transactions/withdraw',
    { amount: 3000, pixKey: 'a@example.test' },
    { 'Idempotency-Key': 'k' },
  );
  await first.control('deposit', { amount: 999 });
  await first.post('/transactions/pix-keys', { type: 'EVP' });
  await first.post('/transactions/webhooks', { url: 'https://loja.example/x', events: ['PAYMENT_PAID'] });
  await first.post('/transactions/callback-secret');
  await first.control('time', { advanceMs: 3 * 86_400_000 });
  const token = (await first.exchange()).json.access_token;
  const paths = [
    'statement?limit=100',
    'payment?limit=50',
    'infractions',
    'pix-keys',
    'webhooks',
    'callback-secret',
  ];
  const read = async (client: typeof first) => {
    const answers = await Promise.all(paths.map((path) => client.get(`/transactions/${path}`)));
    return answers.map(({ json }) => json);
  };
  const before = await read(first);
  await first.sandbox.close();

  const second = await openHub({ data, seed: 99 });
  expect(second.sandbox.ready.hub.clientSecret).toBe(first.sandbox.ready.hub.clientSecret);
  expect(await read(second)).toEqual(before);
  const again = await second.post('/transactions/payment', {
    amount: 4200,
    method: 'PIX',
    customer: CUSTOMER,
    externalRef: 'kept',
  });
  expect([again.status, again.json.id, again.json.status]).toEqual([200, charge.json.id, 'EXPIRED']);
  const paid = await second.post(
    '/transactions/withdraw',
    { amount: 3000, pixKey: 'a@example.test' },
    { 'Idempotency-Key': 'k' },
  );
  expect([paid.status, paid.json.status]).toEqual([200, 'CONFIRMED']);
  const held = await second.call('GET', '/transactions/balance', undefined, {
    Authorization: `Bearer ${token}`,
  });
  expect(held.status).toBe(200);
  await second.sandbox.close();
});

it('begins anew on reset, with the same credential', async () => {
  const client = await openHub({ data });
  const made = await client.post('/transactions/payment', {
    amount: 4200,
    method: 'PIX',
    customer: CUSTOMER,
    externalRef: 'gone',
  });
  expect(made.status).toBe(201);
  await client.control('reset', { seed: 9 });
  expect((await client.get(`/transactions/payment/${made.json.id}`)).status).toBe(404);
  expect((await client.get('/transactions/payment?externalRef=gone')).json.data).toEqual([]);
  await client.sandbox.close();
});
