import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectError, type HubClient, openHub } from './test-client.ts';

let client: HubClient;
beforeAll(async () => {
  client = await openHub();
});
afterAll(() => client.sandbox.close());
afterEach(() => client.control('reset', { scope: 'normal' }));

const BALANCE = '/transactions/balance';
const withAuth = (value: string) => client.call('GET', BALANCE, undefined, { Authorization: value });

describe('the exchange', () => {
  it('takes the credential in Basic, in a form and in JSON', async () => {
    const { clientId: client_id, clientSecret: client_secret } = client.sandbox.ready.hub;
    const answer = await client.exchange();
    expect(answer.json).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
    expect(answer.json.scope.split(' ')).toContain('PIX_DICT_READ');
    const pair = { client_id, client_secret, grant_type: 'client_credentials' };
    expect((await client.exchange(pair, {})).status).toBe(200);
    const response = await fetch(`${client.sandbox.ready.hub.baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(pair),
    });
    expect((await withAuth(`Bearer ${(await response.json()).access_token}`)).status).toBe(200);
  });

  it('says TOKEN_INVALID for whatever is wrong with the credential', async () => {
    const wrong = Buffer.from('cli_x:nothing').toString('base64');
    for (const Authorization of [`Basic ${wrong}`, 'Basic %%%', 'Bearer x'])
      expectError(await client.exchange(undefined, { Authorization }), 401, 'TOKEN_INVALID');
    expectError(await client.exchange({ grant_type: 'client_credentials' }, {}), 401, 'TOKEN_INVALID');
  });

  it('wants grant_type client_credentials', async () => {
    expectError(await client.exchange({}), 400, 'TOKEN_UNSUPPORTED_GRANT_TYPE');
    expectError(await client.exchange({ grant_type: 'password' }), 400, 'TOKEN_UNSUPPORTED_GRANT_TYPE');
  });

  it('is limited to ten a minute for each client and address', async () => {
    for (let count = 0; count < 10; count++) expect((await client.exchange()).status).toBe(200);
    const answer = await client.exchange();
    expectError(answer, 429, 'AUTH_TOO_MANY_REQUESTS');
    expect(Number(answer.headers.get('retry-after'))).toBe(answer.json.details.retryAfterSeconds);
    await client.control('time', { advanceMs: 61_000 });
    expect((await client.exchange()).status).toBe(200);
  });
});

describe('every use', () => {
  it('accepts an access token for 15 minutes', async () => {
    const bearer = `Bearer ${(await client.exchange()).json.access_token}`;
    expect((await withAuth(bearer)).status).toBe(200);
    await client.control('time', { advanceMs: 899_000 });
    expect((await withAuth(bearer)).status).toBe(200);
    await client.control('time', { advanceMs: 1_000 });
    expectError(await withAuth(bearer), 401, 'TOKEN_INVALID');
    expectError(await withAuth(`${bearer.slice(0, -3)}AAA`), 401, 'TOKEN_INVALID');
  });

  it('accepts Basic and the credential token', async () => {
    expect((await withAuth(client.basic)).status).toBe(200);
    const { token } = (await client.control('state')).json.hub.credential;
    expect(token).toMatch(/^svc_/);
    expect((await withAuth(`Bearer ${token}`)).status).toBe(200);
    expectError(await withAuth(`Bearer ${token}x`), 401, 'TOKEN_INVALID');
  });

  it('names what is wrong with the header', async () => {
    expectError(await withAuth(''), 401, 'JWT_INVALID_AUTH_FORMAT');
    expectError(await withAuth('Digest x'), 401, 'JWT_INVALID_AUTH_FORMAT');
    const noColon = Buffer.from('nothing').toString('base64');
    expectError(await withAuth(`Basic ${noColon}`), 401, 'TOKEN_INVALID_AUTH_FORMAT');
    expectError(await withAuth(`Basic ${Buffer.from('a:b').toString('base64')}`), 401, 'TOKEN_INVALID');
  });

  it('refuses without the scope, and names it', async () => {
    await client.control('state', { scopes: ['STATEMENT_READ'] });
    const answer = await client.post('/transactions/payment');
    expectError(answer, 403, 'TOKEN_MISSING_SCOPE');
    expect(answer.json.details).toEqual({ scope: 'PAYMENT_WRITE' });
    expect((await client.get(BALANCE)).status).toBe(200);
    expect((await client.exchange()).json.scope).toBe('STATEMENT_READ');
  });

  it('refuses from another address, at the exchange too', async () => {
    const bearer = `Bearer ${(await client.exchange()).json.access_token}`;
    await client.control('state', { ips: ['203.0.113.9'] });
    expectError(await withAuth(bearer), 403, 'TOKEN_IP_NOT_ALLOWED');
    expectError(await client.exchange(), 403, 'TOKEN_IP_NOT_ALLOWED');
    await client.control('state', { ips: ['self'] });
    expect((await withAuth(bearer)).status).toBe(200);
  });

  it('refuses while the holder is blocked, and after the expiry date', async () => {
    await client.control('state', { holderBlocked: true });
    expectError(await client.get(BALANCE), 403, 'TOKEN_HOLDER_BLOCKED');
    await client.control('state', { holderBlocked: false, expired: true });
    expectError(await client.get(BALANCE), 401, 'TOKEN_EXPIRED');
    expectError(await client.exchange(), 401, 'TOKEN_EXPIRED');
  });

  it('refuses a revoked credential and its tokens at once', async () => {
    const bearer = `Bearer ${(await client.exchange()).json.access_token}`;
    await client.control('state', { revokeTokens: true });
    expectError(await withAuth(bearer), 401, 'TOKEN_INVALID');
    expect((await client.get(BALANCE)).status).toBe(200);
    await client.control('state', { revoked: true });
    expectError(await client.get(BALANCE), 401, 'TOKEN_INVALID');
    expectError(await client.exchange(), 401, 'TOKEN_INVALID');
  });

  it('knows GET /status without a credential, and no other route', async () => {
    expect((await client.call('GET', '/status', undefined, { Authorization: '' })).status).toBe(200);
    expectError(await client.get('/transactions/nothing'), 404, 'ROUTE_NOT_FOUND');
  });
});

it('keeps the rotated credential for 24 hours', async () => {
  const { json } = await client.control('rotate', {});
  const fresh = `Basic ${Buffer.from(`${json.clientId}:${json.clientSecret}`).toString('base64')}`;
  expect([(await withAuth(fresh)).status, (await withAuth(client.basic)).status]).toEqual([200, 200]);
  await client.control('time', { advanceMs: 24 * 3_600_000 });
  expect([(await withAuth(fresh)).status, (await withAuth(client.basic)).status]).toEqual([200, 401]);
});
