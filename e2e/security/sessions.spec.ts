import { isDeepStrictEqual } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../own-product.ts';
import { operatorIdOf } from '../support/product.ts';
import { signIn, signInAs } from '../support/sign-in.ts';

const LIST = '/api/accounts/pix/transactions';
const PAGE = '/pix/transactions?status=PENDING';
const VIEWER = operatorIdOf('viewer');

/** Where a page leads whoever asks for it now. */
async function leadsTo(request: APIRequestContext, path: string): Promise<string | null> {
  const answer = await request.get(path, { maxRedirects: 0 });
  return [307, 303, 302].includes(answer.status()) ? (answer.headers().location ?? '') : null;
}

const BACK = `/sign-in?callbackUrl=${encodeURIComponent(PAGE)}`;

/** Neither the API nor a page knows this session any more. */
async function expectEnded(request: APIRequestContext): Promise<void> {
  const answer = await request.get(LIST);
  expect(answer.status()).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 'unauthenticated' });
  expect(await leadsTo(request, PAGE)).toBe(BACK);
}

test('a page without a session leads to the sign-in, and back to where one wanted to go', async ({
  api,
  product,
}) => {
  const request = await api(null);
  expect(await leadsTo(request, PAGE)).toBe(BACK);
  const html = await (await request.get(BACK)).text();
  expect(html).toContain('name="callbackUrl" value="/pix/transactions?status=PENDING"');
  const who = product.signIns.find((one) => one.role === 'viewer');
  const answer = await signInAs(request, { ...who, callbackUrl: PAGE } as never);
  expect(await answer.json()).toMatchObject({
    url: expect.stringMatching(/\/pix\/transactions\?status=PENDING$/),
  });
  expect(await leadsTo(request, PAGE)).toBeNull();
});

test('signing out ends this session and no other, wherever its cookie is kept', async ({
  api,
  product,
  playwright,
}) => {
  const first = await api(null);
  await signIn(first, product, 'viewer');
  const storageState = await first.storageState();
  const kept = await playwright.request.newContext({ baseURL: product.url, storageState });
  expect(await leadsTo(kept, PAGE)).toBeNull();
  const ended = await first.post('/api/session/end');
  expect(ended.status()).toBe(204);
  expect(ended.headers()['set-cookie']).toMatch(/guiche\.session=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/i);
  await expectEnded(kept);
  await kept.dispose();
  expect((await (await api('viewer')).get(LIST)).status()).toBe(200);
});

/** A change by another instance (here: the test, in the database) holds for what is asked so many ms later. */
const BOUND_MS = 5_000;

/** Asks until it holds: whatever is asked after five seconds, however long its answer takes, must say so. */
async function holdsSoon(ask: () => Promise<unknown>, held: unknown): Promise<void> {
  const began = performance.now();
  for (;;) {
    const askedMs = performance.now() - began;
    const said = await ask();
    if (isDeepStrictEqual(said, held)) return;
    expect(askedMs, `ms after the change when the answer was still ${JSON.stringify(said)}`).toBeLessThan(
      BOUND_MS,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('a role given elsewhere is worth what it is worth within five seconds', async ({ api, sql }) => {
  const request = await api('viewer');
  const give = (role: string) => sql('update grants set role = $1 where operator_id = $2', [role, VIEWER]);
  const exported = async () => (await request.get(`${LIST}.csv?from=2020-01-01&to=2020-01-01`)).status();
  const simulator = async () => (await request.get('/pix/sandbox')).status();
  const both = async () => [await exported(), await simulator()];
  expect(await both()).toEqual([403, 404]);
  try {
    await give('analyst');
    await holdsSoon(both, [200, 404]);
    await give('developer');
    await holdsSoon(both, [403, 200]);
  } finally {
    await give('viewer');
  }
  await holdsSoon(both, [403, 404]);
});

test.describe('a session that was ended elsewhere is over within five seconds', () => {
  const change = 'update operators set session_version = session_version + 1 where id = $1';
  for (const [name, end] of [
    ['when the operator is disabled', 'update operators set disabled_at = now() where id = $1'],
    ['when all sessions were ended', change],
    ['when it was ended elsewhere', 'update sessions set ended_at = now() where operator_id = $1'],
    [
      'after twelve hours of silence',
      `update sessions set last_seen_at = now() - interval '12 hours 1 minute' where operator_id = $1`,
    ],
    [
      'after seven days',
      `update sessions set created_at = now() - interval '7 days 1 minute' where operator_id = $1`,
    ],
    ['when its row is gone', 'delete from sessions where operator_id = $1'],
  ] as const)
    test(name, async ({ api, product, sql }) => {
      const request = await api(null);
      await signIn(request, product, 'developer');
      expect((await request.get(LIST)).status()).toBe(200);
      const id = operatorIdOf('developer');
      await sql(end, [id]);
      try {
        await holdsSoon(async () => (await request.get(LIST)).status(), 401);
        await expectEnded(request);
      } finally {
        await sql('update operators set disabled_at = null where id = $1', [id]);
      }
    });
});

test('a cookie that was changed, cut or made elsewhere opens nothing', async ({
  stateOf,
  product,
  playwright,
}) => {
  const { cookies } = await stateOf('admin');
  const token = cookies.find(({ name }) => name === 'guiche.session')?.value ?? '';
  const middle = Math.floor(token.length / 2);
  const flipped = token.slice(0, middle) + (token[middle] === 'A' ? 'B' : 'A') + token.slice(middle + 1);
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sid":"x"}').toString('base64url')}.`;
  const request = await playwright.request.newContext({ baseURL: product.url });
  for (const value of [flipped, token.slice(0, -4), unsigned, 'x', '']) {
    const answer = await request.get('/api/session', { headers: { cookie: `guiche.session=${value}` } });
    expect(answer.status(), value.slice(0, 20)).toBe(401);
  }
  const good = await request.get('/api/session', { headers: { cookie: `guiche.session=${token}` } });
  expect(good.status()).toBe(200);
  await request.dispose();
});

const ELSEWHERE = [
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '\\\\elsewhere.example',
  'https:elsewhere.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/sign-in?callbackUrl=https://elsewhere.example',
];

test.describe('no way leads elsewhere:', () => {
  for (const target of ELSEWHERE)
    test(target, async ({ api, product }) => {
      const request = await api(null);
      const html = await (await request.get('/sign-in', { params: { callbackUrl: target } })).text();
      const [, value = ''] = /name="callbackUrl" value="([^"]*)"/.exec(html) ?? [];
      expect(value).toMatch(/^\/(?![/\\])/);
      expect(value).not.toContain('elsewhere');
      const who = product.signIns.find((one) => one.role === 'viewer');
      const answer = await signInAs(request, { ...who, callbackUrl: target } as never);
      const { url } = (await answer.json()) as { url: string };
      expect(new URL(url, product.url).origin).toBe(product.url);
      for (const path of [
        '/api/auth/signin',
        '/api/auth/signout',
        '/api/auth/callback/credentials',
        '/api/auth/error',
      ]) {
        const led = await request.get(path, { params: { callbackUrl: target }, maxRedirects: 0 });
        const location = led.headers().location ?? '/';
        expect(new URL(location, product.url).origin, path).toBe(product.url);
      }
    });
});

test('with the product’s own address the host a client names leads nowhere', async ({ api, product }) => {
  const request = await api(null);
  for (const headers of [
    { 'x-forwarded-host': 'elsewhere.example' },
    { 'x-forwarded-proto': 'https' },
    { forwarded: 'host=elsewhere.example' },
  ]) {
    const location = (await request.get(PAGE, { maxRedirects: 0, headers })).headers().location ?? '';
    expect(new URL(location, product.url).origin).toBe(product.url);
  }
});

test('addresses that a client claims are not believed', async ({ api, product, sql }) => {
  const claims = {
    'x-forwarded-for': '203.0.113.9',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
    'x-guiche-client-address': '203.0.113.9',
  };
  const request = await api(null);
  const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string };
  const who = product.signIns.find((one) => one.role === 'finance');
  const form = { email: who?.email ?? '', password: who?.password ?? '', csrfToken, json: 'true' };
  await request.post('/api/auth/callback/credentials', { form, headers: claims });
  expect((await request.get('/api/session', { headers: claims })).status()).toBe(200);
  const [session] = await sql(
    `select address from sessions where operator_id = 'ready-finance' order by created_at desc limit 1`,
  );
  expect(session?.address).toMatch(/^(127\.0\.0\.1|::1)$/);
  const found = await sql(`select 1 from audit_log where address like '203.0.113.%'`);
  expect(found).toEqual([]);
});

test('the sign-in’s cookies are for this host and its server only', async ({ api, product }) => {
  const request = await api(null);
  const set: string[] = [];
  const keep = (headers: { name: string; value: string }[]) =>
    set.push(
      ...headers.flatMap(({ name, value }) => (name.toLowerCase() === 'set-cookie' ? value.split('\n') : [])),
    );
  keep((await request.get('/sign-in')).headersArray());
  const who = product.signIns.find((one) => one.role === 'viewer');
  keep((await signInAs(request, who as never)).headersArray());
  for (const name of ['guiche.csrf', 'guiche.session', 'guiche.device']) {
    const cookie = set.find((one) => one.startsWith(`${name}=`)) ?? '';
    expect(cookie, name).toMatch(/; ?HttpOnly/i);
    expect(cookie, name).toMatch(/; ?SameSite=Lax/i);
    expect(cookie, name).toMatch(/; ?Path=\//i);
    expect(cookie, name).not.toMatch(/; ?Domain=/i);
  }
});
