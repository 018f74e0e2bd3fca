import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, openClient } from '../test-client.ts';

let client: Client;
beforeAll(async () => {
  client = await openClient();
});
afterAll(() => client.sandbox.close());
afterEach(() => client.control('reset', { scope: 'normal' }));

function expectError(
  answer: { status: number; json: Record<string, unknown> },
  status: number,
  code: string,
) {
  expect([answer.status, answer.json.errorCode]).toEqual([status, code]);
  expect(answer.json).toMatchObject({ status: 'ERROR', statusCode: status });
  expect(answer.json.requestId).toMatch(/^[0-9a-f-]{36}$/);
}

describe('token and scopes', () => {
  it.each([[{}], [{ Authorization: 'Bearer wrong' }], [{ Authorization: 'bearer' }]])(
    'PZA100 with %j',
    async (headers) =>
      expectError(
        await client.call('GET', '/user', undefined, headers as Record<string, string>),
        401,
        'PZA100',
      ),
  );

  it('PZA200 without the scope, and either scope for the key look-up', async () => {
    await client.control('state', { scopes: ['DEPOSIT'] });
    expectError(await client.post('/withdraw'), 403, 'PZA200');
    expect((await client.get('/pix/key?pixKey=ana@example.test')).status).toBe(200);
    await client.control('state', { scopes: ['WITHDRAW'] });
    expectError(await client.post('/pix', { amount: 10 }), 403, 'PZA200');
    expect((await client.get('/pix/key?pixKey=ana@example.test')).status).toBe(200);
  });
});

describe('addresses, contract, lock', () => {
  it('PZA203 from another address, with the address in the message', async () => {
    await client.control('state', { ips: ['203.0.113.9'] });
    const answer = await client.get('/user/balance');
    expectError(answer, 403, 'PZA203');
    expect(answer.json.message).toContain('127.0.0.1');
  });

  it('PZA205 with no address and a withdrawal token; any address without one', async () => {
    await client.control('state', { ips: [] });
    const answer = await client.get('/user/balance');
    expectError(answer, 403, 'PZA205');
    expect(answer.json.message).toContain('127.0.0.1');
    await client.control('state', { scopes: ['DEPOSIT'] });
    expect((await client.get('/user/balance')).status).toBe(200);
  });

  it('PZA206 on every change while the contract waits', async () => {
    await client.control('state', { contract: 'pending' });
    expectError(await client.post('/pix/qrcode/read', { emv: 'x' }), 403, 'PZA206');
    expectError(await client.call('DELETE', '/user/webhooks/none'), 403, 'PZA206');
    expect((await client.get('/user/balance')).status).toBe(200);
  });

  it('PZA204 on configuration changes, before existence', async () => {
    await client.control('state', { locked: true });
    expectError(await client.post('/user/webhooks/none/rotate-secret'), 403, 'PZA204');
    expect((await client.post('/pix', { amount: 10 })).status).toBe(200);
  });
});

describe('faults', () => {
  it.each([
    [401, 'PZA100'],
    [403, 'PZA203'],
    [424, 'PZF500'],
    [429, 'PZG429'],
    [500, 'PZI100'],
    [503, 'PZF503'],
  ])('answers %i once', async (status, errorCode) => {
    await client.control('fault', {
      method: 'GET',
      path: '/user/balance',
      kind: 'status',
      status,
      errorCode,
      retryAfterSeconds: 7,
    });
    expect((await client.get('/user')).status).toBe(200);
    const answer = await client.get('/user/balance');
    expectError(answer, status, errorCode);
    expect(answer.json.retryAfterSeconds).toBe(7);
    expect((await client.get('/user/balance')).status).toBe(200);
  });

  it('cuts, empties and disguises answers', async () => {
    const path = '/user/balance';
    for (const kind of ['html', 'empty', 'truncated', 'error-200']) {
      await client.control('fault', { path, kind });
      const { status, json } = await client.get(path);
      expect([kind, status, kind === 'error-200' ? json.errorCode : json]).toEqual([
        kind,
        200,
        kind === 'error-200' ? 'PZI100' : undefined,
      ]);
    }
    await client.control('fault', { path, kind: 'huge' });
    expect((await client.get(path)).text.length).toBeGreaterThan(5_000_000);
  });

  it('resets before or after the call took effect', async () => {
    await client.control('fault', { method: 'POST', path: '/pix', kind: 'reset' });
    await expect(client.post('/pix', { amount: 5, clientReference: 'lost-1' })).rejects.toThrow();
    expect((await client.get('/pix?clientReference=lost-1')).status).toBe(404);
    await client.control('fault', { method: 'POST', path: '/pix', kind: 'apply-reset' });
    await expect(client.post('/pix', { amount: 5, clientReference: 'lost-2' })).rejects.toThrow();
    expect((await client.get('/pix?clientReference=lost-2')).status).toBe(200);
  });

  it('stays silent until cleared', async () => {
    const { json } = await client.control('fault', {
      path: '/user/:any',
      kind: 'silent',
      untilCleared: true,
    });
    const signal = AbortSignal.timeout(150);
    const headers = { Authorization: `Bearer ${client.sandbox.ready.pix.accessToken}` };
    await expect(
      fetch(`${client.sandbox.ready.pix.baseUrl}/user/balance`, { headers, signal }),
    ).rejects.toThrow();
    await client.control('clear', { id: json.id });
    expect((await client.get('/user/balance')).status).toBe(200);
  });

  it('is not for web pages', async () => {
    const answer = await fetch(`${client.sandbox.ready.controlUrl}/state`);
    expect(answer.status).toBe(403);
  });
});
