import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, type HubClient, openHub } from './test-client.ts';

let client: HubClient;
beforeAll(async () => {
  client = await openHub();
});
afterAll(() => client.sandbox.close());

describe('Pix keys', () => {
  const KEYS = '/transactions/pix-keys';
  const list = async () => (await client.get(KEYS)).json.data;

  it('are made, made the default one, and removed', async () => {
    const made = await client.post(KEYS, { type: 'EVP' });
    expect([made.status, made.json.status, made.json.isDefault]).toEqual([201, 'ACTIVE', false]);
    expect((await client.call('PUT', `${KEYS}/${made.json.id}/default`)).json.isDefault).toBe(true);
    const [first, second] = await list();
    expect([first.id, second.isDefault]).toEqual([made.json.id, false]);
    expectError(await client.call('DELETE', `${KEYS}/${first.id}`), 409, 'PIX_KEY_IS_DEFAULT');
    expect((await client.call('DELETE', `${KEYS}/${second.id}`)).json.status).toBe('REMOVED');
    expect((await list()).map(({ id }: { id: string }) => id)).not.toContain(second.id);
    expectError(await client.call('DELETE', `${KEYS}/${second.id}`), 404, 'PIX_KEY_NOT_FOUND');
    const { deposit } = (await client.control('deposit', {})).json;
    expect(deposit.receiverPixKey).toBe(made.json.key);
  });

  it('of a CNPJ are the holder’s own, once', async () => {
    const made = await client.post(KEYS, { type: 'CNPJ' });
    expect(made.status).toBe(201);
    expectError(await client.post(KEYS, { type: 'CNPJ', key: made.json.key }), 409, 'PIX_KEY_ALREADY_EXISTS');
    expectError(await client.post(KEYS, { type: 'CNPJ', key: '11222333000181' }), 422, 'PIX_KEY_NOT_OWNED');
    expectError(await client.post(KEYS, { type: 'EVP', key: 'x' }), 400, 'SCHEMA_INVALID');
    expectError(await client.post(KEYS, { type: 'EMAIL' }), 400, 'SCHEMA_INVALID');
    const other = await client.post(KEYS, { type: 'EMAIL', key: 'a@example.test' });
    expectError(other, 422, 'PIX_KEY_TYPE_NOT_SUPPORTED');
  });
});

describe('webhook endpoints', () => {
  const WEBHOOKS = '/transactions/webhooks';
  const url = 'https://loja.example/hub';

  it('are registered with a secret that is shown once, changed and stopped', async () => {
    const made = await client.post(WEBHOOKS, { url, events: ['PAYMENT_PAID'] });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ url, events: ['PAYMENT_PAID'], isActive: true });
    expect(made.json.secret).toMatch(/^whsec_/);
    const changed = await client.call('PUT', `${WEBHOOKS}/${made.json.id}`, {
      isActive: false,
      events: ['REFUND_FAILED'],
    });
    expect(changed.json).toMatchObject({ url, events: ['REFUND_FAILED'], isActive: false });
    expect(changed.json.secret).toBeUndefined();
    const listed = (await client.get(WEBHOOKS)).json;
    expect(listed.at(-1)).toEqual(changed.json);
    expect((await client.call('DELETE', `${WEBHOOKS}/${made.json.id}`)).status).toBe(200);
    expectError(await client.call('DELETE', `${WEBHOOKS}/${made.json.id}`), 404, 'WEBHOOK_NOT_FOUND');
  });

  it('with deliveries stay', async () => {
    const [busy] = (await client.get(WEBHOOKS)).json;
    expectError(await client.call('DELETE', `${WEBHOOKS}/${busy.id}`), 409, 'WEBHOOK_HAS_DELIVERIES');
  });

  it('are HTTPS, public, with an address of their own and events that exist', async () => {
    for (const bad of [
      'http://loja.example',
      'https://192.168.0.4/x',
      'https://[fd00::1]/',
      'nothing',
      `https://a.example/${'x'.repeat(2048)}`,
    ])
      expectError(await client.post(WEBHOOKS, { url: bad, events: ['PAYMENT_PAID'] }), 400, 'SCHEMA_INVALID');
    for (const events of [[], ['SHRUG'], undefined])
      expectError(await client.post(WEBHOOKS, { url, events }), 400, 'SCHEMA_INVALID');
    const [first, second] = (await client.get(WEBHOOKS)).json;
    const twice = { url: first.url, events: ['PAYMENT_PAID'] };
    expectError(await client.post(WEBHOOKS, twice), 409, 'WEBHOOK_URL_IN_USE');
    expectError(await client.call('PUT', `${WEBHOOKS}/${second.id}`, twice), 409, 'WEBHOOK_URL_IN_USE');
    await client.control('state', { loopback: false });
    expectError(
      await client.post(WEBHOOKS, { url: 'http://127.0.0.1:9/x', events: ['PAYMENT_PAID'] }),
      400,
      'SCHEMA_INVALID',
    );
    await client.control('state', { loopback: true });
  });
});

it('issues the callback secret once, and rotates it', async () => {
  const path = '/transactions/callback-secret';
  expect((await client.get(path)).json).toEqual({ exists: false });
  expectError(await client.post(`${path}/rotate`), 404, 'CALLBACK_SECRET_NOT_FOUND');
  const first = (await client.call('POST', path)).json.secret;
  expect(first).toMatch(/^cbsec_/);
  expectError(await client.post(path), 409, 'CALLBACK_SECRET_ALREADY_EXISTS');
  const second = (await client.post(`${path}/rotate`)).json.secret;
  expect(second).toMatch(/^cbsec_/);
  expect(second).not.toBe(first);
  expect((await client.get(path)).json).toEqual({ exists: true });
});
