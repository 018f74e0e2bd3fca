import { statSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULTS, readOptions } from '../options.ts';
import { startSandbox } from '../sandbox.ts';
import { type CardClient, chargeBody, openCardClient } from './test-client.ts';

let client: CardClient;
beforeAll(async () => {
  client = await openCardClient();
});
afterAll(() => client.sandbox.close());
afterEach(() => client.control('reset', { scope: 'normal' }));

describe('mutual TLS', () => {
  it('ends the connection without a certificate of its authority, and names files for trying it', async () => {
    const { tests } = (await client.control('state')).json.card.certificates;
    await expect(client.card('GET', '/charges', undefined, { shown: null })).rejects.toThrow(
      /alert|ECONNRESET|hang up|EPIPE/,
    );
    for (const shown of [tests.expired, tests.foreign]) {
      await expect(client.card('GET', '/charges', undefined, { shown })).rejects.toThrow(
        /alert|ECONNRESET|hang up|EPIPE/,
      );
    }
    expect((await client.card('GET', '/charges', undefined, { shown: tests.expiring })).status).toBe(200);
    expect((await client.card('GET', '/charges')).status).toBe(200);
  });

  it('gives whole paths and private keys in the start line', () => {
    const { baseUrl, clientKey } = client.sandbox.ready.card;
    expect(baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(statSync(clientKey).mode & 0o777).toBe(0o600);
  });

  it('serves plain HTTP to nobody', async () => {
    const { baseUrl } = client.sandbox.ready.card;
    await expect(fetch(`${baseUrl.replace('https', 'http')}/charges`)).rejects.toThrow();
  });
});

it('listens where it is told to, and says so where that cannot be', async () => {
  expect(readOptions(['--port', '4010', '--card-port', '4020'])).toMatchObject({
    port: 4010,
    cardPort: 4020,
  });
  expect(() => readOptions(['--cards', '1'])).toThrow('--card-port');
  const taken = Number(new URL(client.sandbox.ready.card.baseUrl).port);
  await expect(startSandbox({ ...DEFAULTS, transactions: 10, cardPort: taken })).rejects.toThrow(
    'EADDRINUSE',
  );
});

describe('token', () => {
  it('is given for the client’s id and secret alone', async () => {
    const { status, json } = await client.signIn();
    expect([status, json.token_type, json.expires_in]).toEqual([200, 'Bearer', 3600]);
    expect(json.access_token.split('.')).toHaveLength(3);
    for (const headers of [{}, { Authorization: `Basic ${Buffer.from('a:b').toString('base64')}` }]) {
      const refused = await client.card('POST', '/token', {}, { headers: headers as Record<string, string> });
      expect([refused.status, refused.json.errors]).toEqual([401, []]);
    }
    const basic = (user: string) => ({ Authorization: `Basic ${Buffer.from(user).toString('base64')}` });
    const { clientId, clientSecret } = client.sandbox.ready.card;
    const headers = basic(`${clientId}:${clientSecret}`);
    expect((await client.card('POST', '/token', { grant_type: 'password' }, { headers })).status).toBe(400);
    expect((await client.card('POST', '/token', undefined, { headers })).status).toBe(200);
  });

  it('ends after an hour of the world’s time, or when it is revoked', async () => {
    await client.signIn();
    await client.control('time', { advanceMs: 3_590_000 });
    expect((await client.card('GET', '/charges')).status).toBe(200);
    await client.control('time', { advanceMs: 20_000 });
    expect((await client.card('GET', '/charges')).status).toBe(401);
    await client.signIn();
    expect((await client.card('GET', '/charges')).status).toBe(200);
    await client.steer('state', { revokeTokens: true });
    expect((await client.card('GET', '/charges')).status).toBe(401);
    await client.signIn();
    expect((await client.card('GET', '/charges')).status).toBe(200);
  });

  it.each(['', 'Bearer', 'Bearer a.b.c', 'Basic x'])('is needed: %s', async (Authorization) => {
    const answer = await client.card('GET', '/charges', undefined, { headers: { Authorization } });
    expect([answer.status, typeof answer.json.message]).toEqual([401, 'string']);
  });

  it('cannot be made up: its claims are signed', async () => {
    await client.signIn();
    const [head, , mac] = client.token.split('.');
    const claims = Buffer.from(JSON.stringify({ exp: 4e9, round: 0 })).toString('base64url');
    const headers = { Authorization: `Bearer ${head}.${claims}.${mac}` };
    expect((await client.card('GET', '/charges', undefined, { headers })).status).toBe(401);
  });
});

describe('faults', () => {
  it('fault this API alone when it is named, and answer in its envelope', async () => {
    await client.control('fault', { api: 'card', kind: 'status', status: 503, retryAfterSeconds: 9 });
    expect((await client.get('/user')).status).toBe(200);
    const answer = await client.card('GET', '/charges');
    expect([answer.status, answer.json, answer.headers.get('retry-after')]).toEqual([
      503,
      { message: 'Service Unavailable', errors: [] },
      '9',
    ]);
    await client.control('fault', { kind: 'status', status: 500 });
    expect((await client.card('GET', '/charges')).status).toBe(200);
    expect((await client.get('/user')).status).toBe(500);
    await client.control('fault', { path: '/v1/charges/:id', kind: 'status', status: 429 });
    expect((await client.card('GET', '/charges/none')).status).toBe(429);
  });

  it('cut the connection before or after the charge was made', async () => {
    const made = async (externalId: string) =>
      (await client.card('GET', '/charges?limit=5')).json.charges.some(
        (one: { externalId: string }) => one.externalId === externalId,
      );
    await client.signIn();
    await client.control('fault', { api: 'card', method: 'POST', path: '/charges', kind: 'reset' });
    await expect(client.card('POST', '/charges', chargeBody({ externalId: 'perdida-1' }))).rejects.toThrow();
    await client.control('fault', { api: 'card', method: 'POST', path: '/charges', kind: 'apply-reset' });
    await expect(client.card('POST', '/charges', chargeBody({ externalId: 'perdida-2' }))).rejects.toThrow();
    expect([await made('perdida-1'), await made('perdida-2')]).toEqual([false, true]);
  });

  it.each(['klingon', 3])('refuses another API’s name: %s', async (api) => {
    expect((await client.control('fault', { api, kind: 'status' })).status).toBe(400);
  });
});
