import { connect } from 'node:net';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { z } from 'zod';
import problems from '../../messages/pt-BR/problems.json' with { type: 'json' };
import { addressOf, DESCRIPTORS } from '../api/descriptors.ts';
import { expect, test } from '../fixtures.ts';
import { signIn } from '../support/sign-in.ts';

const REFUSED = problems.problem.invalid_request.title;
const LIST = '/api/accounts/pix/transactions';

async function expectProblem(answer: APIResponse, status: number, code: string): Promise<void> {
  expect(answer.status()).toBe(status);
  expect(answer.headers()['content-type']).toBe('application/problem+json');
  expect(await answer.json()).toMatchObject({
    status,
    code,
    requestId: expect.stringMatching(/^[\w-]{36}$/),
  });
}

function expectHeaders(answer: APIResponse, what: string): void {
  const headers = answer.headers();
  expect.soft(headers['x-content-type-options'], what).toBe('nosniff');
  expect.soft(headers['x-frame-options'], what).toBe('DENY');
  expect.soft(headers['referrer-policy'], what).toBe('no-referrer');
  expect.soft(headers['cross-origin-opener-policy'], what).toBe('same-origin');
  expect.soft(headers['content-security-policy'], what).toContain("frame-ancestors 'none'");
  const policies = answer
    .headersArray()
    .filter(({ name }) => name.toLowerCase() === 'content-security-policy');
  expect.soft(policies, what).toHaveLength(1);
}

/** Says lines to the product as they are; gives the whole answer. */
function say(url: string, text: string): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}

async function csrfOf(request: APIRequestContext): Promise<string> {
  return ((await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string }).csrfToken;
}

test('A5: a missing static file is a 404 for everybody, not a way to the sign-in page', async ({
  playwright,
  product,
}) => {
  const stranger = await playwright.request.newContext({ baseURL: product.url });
  for (const path of [
    '/_next/static/chunks/none.js',
    '/_next/static/none/../../x.js',
    '/_next/image?url=x&w=16',
  ])
    expect((await stranger.get(path, { maxRedirects: 0 })).status(), path).toBe(404);
  await stranger.dispose();
});

test('A7: every answer has its headers, whatever the path', async ({ api, product }) => {
  const request = await api('admin');
  const html = await (await request.get('/sign-in')).text();
  const [chunk = ''] = /\/_next\/static\/[^"]+\.js/.exec(html) ?? [];
  expect(chunk).not.toBe('');
  const paths = [chunk, '/icon.svg', '/_next/static/none.js', '/_next/image', '/_next/image?url=x&w=1'];
  for (const path of [
    ...paths,
    '/icon-loja/transactions',
    '/favicon-loja',
    '/api/health',
    '/api/none',
    '/sign-in',
  ])
    expectHeaders(await request.get(path, { maxRedirects: 0 }), path);
  const page = await request.get('/icon-loja/transactions');
  expect(page.headers()['content-security-policy'], 'a page has its nonce').toContain("'nonce-");
  const raw = await say(product.url, 'NOT HTTP\r\n\r\n');
  expect(raw).toMatch(/^HTTP\/1\.1 400 /);
  const refused = await say(
    product.url,
    'GET /a/../b HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  );
  expect(refused).toMatch(/^HTTP\/1\.1 400 /);
  expect(refused).toContain('x-content-type-options: nosniff');
  expect(refused).toContain("frame-ancestors 'none'");
});

test('A5: U+0000 is a 400 everywhere', async ({ api }) => {
  const request = await api('admin');
  for (const path of [
    `${LIST}?q=a%00`,
    `${LIST}/tx%00`,
    '/pix/transactions?status=%00',
    '/sign-in?error=%00',
  ])
    await expectProblem(await request.get(path), 400, 'invalid_request');
  const filters = await request.post(`${LIST}/filters`, { data: { name: 'Ana\0' } });
  await expectProblem(filters, 400, 'invalid_request');
  const stranger = await api(null);
  const form = { email: 'x\0', password: 'y', csrfToken: await csrfOf(stranger) };
  for (const json of ['true', 'false']) {
    const answer = await stranger.post('/api/auth/callback/credentials', {
      form: { ...form, json },
      maxRedirects: 0,
    });
    await expectProblem(answer, 400, 'invalid_request');
  }
});

test('A4: U+0000 in any filter is a problem in the operator’s language that names it', async ({ api }) => {
  const request = await api('admin');
  const lists = DESCRIPTORS.filter(({ method }) => method === 'GET').flatMap(({ template, endpoint }) =>
    (endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : []).map((name) => ({
      path: addressOf(template),
      name,
    })),
  );
  expect(lists.length).toBeGreaterThan(100);
  const faults: string[] = [];
  for (const { path, name } of lists) {
    const answer = await request.get(`${path}?${name}=a%00b`);
    const problem = (await answer.json()) as { title: string; fields?: { field: string }[] };
    const told = [answer.status(), problem.title, ...(problem.fields ?? []).map(({ field }) => field)];
    if (String(told) !== String([400, REFUSED, name])) faults.push(`${path} ${name}: ${told}`);
  }
  expect(faults.slice(0, 20)).toEqual([]);
});

test('A5: what nobody answers is answered by a problem', async ({ api }) => {
  const request = await api('admin');
  for (const path of ['/', '/sign-in', LIST, '/api/none', '/icon.svg'])
    await expectProblem(await request.fetch(path, { method: 'PROPFIND' }), 405, 'method_not_allowed');
  for (const path of ['/', '/sign-in', '/pix/transactions'])
    await expectProblem(await request.post(path, { data: 'x' }), 405, 'method_not_allowed');
  for (const path of ['/api/auth/callback/credentials', '/api/auth/signout'])
    await expectProblem(await request.get(path), 405, 'method_not_allowed');
  for (const path of ['/api/auth/providers', '/api/auth/verify-request', '/api/auth/callback/none'])
    await expectProblem(await request.get(path), 404, 'not_found');
});

test('A5: TRACE is answered by a problem', async ({ product }) => {
  const answer = await say(product.url, 'TRACE / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  expect(answer).toContain('"code":"method_not_allowed"');
});

test('A5: an address carries no words of a library', async ({ api, product }) => {
  const request = await api(null);
  const answer = await request.get('/api/auth/error?error=select%20from', { maxRedirects: 0 });
  const location = new URL(answer.headers().location ?? '', product.url);
  expect(location.searchParams.get('error')).toBe('CredentialsSignin');
});

test('A6: next-auth’s own sign-out ends the session wherever its cookie is kept', async ({
  api,
  product,
  playwright,
}) => {
  const request = await api(null);
  await signIn(request, product, 'viewer');
  const storageState = await request.storageState();
  const kept = await playwright.request.newContext({ baseURL: product.url, storageState });
  const form = { csrfToken: await csrfOf(request), json: 'true' };
  const forged = await request.post('/api/auth/signout', {
    form,
    headers: { origin: 'https://elsewhere.example' },
  });
  await expectProblem(forged, 403, 'forbidden');
  expect((await kept.get(LIST)).status()).toBe(200);
  const answer = await request.post('/api/auth/signout', { form });
  expect(answer.ok()).toBe(true);
  expect((await kept.get(LIST)).status()).toBe(401);
  await kept.dispose();
});

test('A6: a sign-in over an earlier one ends that session', async ({ api, product, playwright }) => {
  const request = await api(null);
  await signIn(request, product, 'viewer');
  const storageState = await request.storageState();
  const kept = await playwright.request.newContext({ baseURL: product.url, storageState });
  await signIn(request, product, 'analyst');
  expect((await kept.get('/api/session')).status()).toBe(401);
  expect((await request.get('/api/session')).status()).toBe(200);
  await kept.dispose();
});

test('A6: /api/auth takes no form of another origin', async ({ api, product }) => {
  const request = await api(null);
  const [who] = product.signIns;
  const form = { ...who, csrfToken: await csrfOf(request), json: 'true' } as Record<string, string>;
  for (const origin of ['https://elsewhere.example', 'null'])
    await expectProblem(
      await request.post('/api/auth/callback/credentials', { form, headers: { origin } }),
      403,
      'forbidden',
    );
  expect((await request.get('/api/session')).status()).toBe(401);
});
