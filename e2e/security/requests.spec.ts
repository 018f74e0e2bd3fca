import type { APIResponse } from '@playwright/test';
import { freePort } from '../../scripts/port.ts';
import { expect, test } from '../fixtures.ts';

const FILTERS = '/api/accounts/pix/transactions/filters';
const PAGES = ['/sign-in', '/pix/overview', '/pix/transactions', '/pix/sandbox', '/pix/nothing', '/nothing'];
const API = [
  '/api/health',
  '/api/session',
  '/api/accounts/pix/balance',
  '/api/accounts/pix/transactions',
  '/api/nothing',
];

function expectHeaders(answer: APIResponse): void {
  const headers = answer.headers();
  expect.soft(headers['x-content-type-options']).toBe('nosniff');
  expect.soft(headers['x-frame-options']).toBe('DENY');
  expect.soft(headers['referrer-policy']).toBe('no-referrer');
  expect.soft(headers['cross-origin-opener-policy']).toBe('same-origin');
  expect.soft(headers['x-powered-by']).toBeUndefined();
  expect.soft(headers['access-control-allow-origin']).toBeUndefined();
}

function policyOf(answer: APIResponse): Map<string, string[]> {
  const policy = answer.headers()['content-security-policy'] ?? '';
  return new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]));
}

test.describe('every page', () => {
  for (const path of PAGES)
    test(`${path} has its headers and a policy with a fresh nonce`, async ({ api }) => {
      const request = await api('admin');
      const answer = await request.get(path);
      expectHeaders(answer);
      expect(answer.headers()['cache-control']).toMatch(
        /private.*no-store|no-store.*private|no-cache.*no-store/,
      );
      const policy = policyOf(answer);
      const [nonce = ''] = policy.get('script-src') ?? [];
      expect(nonce).toMatch(/^'nonce-[\w+/]{22}=='$/);
      expect(policy.get('script-src')).toEqual([nonce, "'strict-dynamic'"]);
      expect(policy.get('style-src')).toEqual(["'self'", nonce]);
      expect(policy.get('default-src')).toEqual(["'self'"]);
      expect(policy.get('connect-src')).toEqual(["'self'"]);
      for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
        expect(policy.get(name)).toEqual(["'none'"]);
      expect(policy.get('form-action')).toEqual(["'self'"]);
      const html = await answer.text();
      const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes);
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter((one) => !one.includes(`nonce="${nonce.slice(7, -1)}"`))).toEqual([]);
      expect(html).not.toMatch(/<[^>]+\son(click|load|error|submit)=/i);
      expect(policyOf(await request.get(path)).get('script-src')).not.toEqual(policy.get('script-src'));
    });
});

test.describe('every answer of the API', () => {
  for (const path of API)
    test(`${path} has its headers and is kept by no cache`, async ({ api }) => {
      for (const role of ['admin', null] as const) {
        const answer = await (await api(role)).get(path);
        expectHeaders(answer);
        expect(answer.headers()['cache-control']).toContain('no-store');
        expect(answer.headers()['x-request-id']).toMatch(/^[\w-]{36}$/);
      }
    });

  test('a refused method and a body too large are answered no worse', async ({ api }) => {
    const request = await api('admin');
    expectHeaders(await request.delete('/api/session'));
    const data = JSON.stringify({ name: 'x'.repeat(1_100_000) });
    expectHeaders(await request.post(FILTERS, { data, headers: { 'content-type': 'application/json' } }));
  });
});

test('a body is JSON of at most 1 MB, or it is refused', async ({ api }) => {
  const request = await api('admin');
  const send = (data: string | Buffer, type: string) =>
    request.post(FILTERS, { data, headers: { 'content-type': type } });
  const good = '{"name":"Ana"}';
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
  ])
    await test.step(type, async () => {
      const answer = await send(good, type);
      expect(answer.status()).toBe(415);
      expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type', status: 415 });
    });
  expect((await send(good, 'application/json; charset=utf-8')).status()).toBe(201);
  for (const broken of ['', '{', '{"name":', 'null,', '<xml/>'])
    await test.step(`broken ${broken}`, async () => {
      const answer = await send(broken, 'application/json');
      expect(answer.status()).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ field: 'body' }] });
    });
  const tooLarge = await send(`{"name":"${'x'.repeat(1_050_000)}"}`, 'application/json');
  expect(tooLarge.status()).toBe(413);
  expect(await tooLarge.json()).toMatchObject({ code: 'payload_too_large', status: 413 });
  const polluting = await send('{"name":"Ana","__proto__":{"document":"1"}}', 'application/json');
  expect([201, 400]).toContain(polluting.status());
});

test('a page’s number leads to its name, and its number’s own calls are taken', async ({
  api,
  product,
  stateOf,
}) => {
  const byNumber = product.url.replace('localhost', '127.0.0.1');
  const request = await api(null);
  const page = await request.get(`${byNumber}/pix/transactions?status=PENDING`, { maxRedirects: 0 });
  expect(page.status()).toBe(307);
  expect(page.headers().location).toBe(`${product.url}/pix/transactions?status=PENDING`);
  const { cookies } = await stateOf('admin');
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  for (const base of [product.url, byNumber]) {
    const headers = { origin: byNumber, cookie };
    const answer = await request.post(`${base}${FILTERS}`, { data: { name: 'Ana' }, headers });
    expect(answer.status(), base).toBe(201);
  }
  const other = await request.post(`${byNumber}${FILTERS}`, {
    data: { name: 'Ana' },
    headers: { origin: 'http://127.0.0.1:1', cookie },
  });
  expect(other.status()).toBe(403);
});

test('headers that once opened doors open none', async ({ api }) => {
  const request = await api(null);
  for (const headers of [
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
    { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
    { 'x-middleware-next': '1' },
    { 'x-middleware-rewrite': '/pix/transactions' },
    { 'x-guiche-path': '//elsewhere.example' },
    { 'next-action': '00'.repeat(21) },
  ] as Record<string, string>[])
    await test.step(JSON.stringify(headers), async () => {
      const page = await request.get('/pix/transactions', { headers, maxRedirects: 0 });
      expect(page.status()).toBe(307);
      expect(page.headers().location).toBe('/sign-in?callbackUrl=%2Fpix%2Ftransactions');
      expect(page.headers()['content-security-policy']).toBeDefined();
      expect((await request.get('/api/session', { headers })).status()).toBe(401);
      const posted = await request.post('/pix/transactions', {
        headers,
        data: '["$1:__proto__:then"]',
        maxRedirects: 0,
      });
      expect(posted.status()).toBeGreaterThanOrEqual(300);
      expect(posted.status()).toBeLessThan(500);
    });
});

test('with https every cookie is bound to its host, and the number is no other name', async ({
  start,
  playwright,
}) => {
  const port = await freePort();
  await start({
    env: { GUICHE_URL: 'https://guiche.example', PORT: String(port) },
    simulator: { transactions: 50 },
  });
  const request = await playwright.request.newContext({ baseURL: `http://127.0.0.1:${port}` });
  const page = await request.get('/sign-in');
  expect(page.status(), 'no redirect to localhost').toBe(200);
  expect(page.headers()['strict-transport-security']).toMatch(/^max-age=\d{8,}/);
  const cookies = page
    .headersArray()
    .flatMap(({ name, value }) => (name.toLowerCase() === 'set-cookie' ? value.split('\n') : []));
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-/);
    expect(cookie).toMatch(/; ?Secure/i);
    expect(cookie).toMatch(/; ?HttpOnly/i);
  }
  for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`, 'http://guiche.example']) {
    const answer = await request.post('/api/session/end', { headers: { origin } });
    expect(answer.status(), origin).toBe(403);
  }
  const answer = await request.post('/api/session/end', { headers: { origin: 'https://guiche.example' } });
  expect(answer.status()).toBe(401);
  await request.dispose();
});
