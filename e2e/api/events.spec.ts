import { randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../own-product.ts';
import { EVENTS, openEvents } from '../support/event-stream.ts';
import { operatorIdOf } from '../support/product.ts';
import { signIn } from '../support/sign-in.ts';

async function saveView(request: APIRequestContext): Promise<void> {
  const headers = { 'idempotency-key': randomBytes(16).toString('hex') };
  const name = randomBytes(6).toString('hex');
  const data = { account: 'pix', page: 'transactions', name, filters: {}, columns: ['time'] };
  expect((await request.post('/api/settings/views', { data, headers })).status()).toBe(201);
}

test('200: a change is told with the query keys it touched', async ({ api, stateOf, product }) => {
  const stream = await openEvents(product, await stateOf('viewer'));
  expect(stream.answer.status).toBe(200);
  expect(stream.answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(stream.answer.headers.get('cache-control')).toContain('no-store');
  expect(stream.answer.headers.get('content-encoding')).toBeNull();
  await saveView(await api('analyst'));
  expect(await stream.next()).toEqual({ event: 'changed', data: { keys: [['views', 'pix']] } });
  stream.leave();
});

test('another instance’s change is told, too, and of another account nothing', async ({
  sql,
  stateOf,
  product,
}) => {
  const stream = await openEvents(product, await stateOf('viewer'));
  const [account] = await sql(`select id from accounts where slug = 'pix'`);
  const tell = (accountId: unknown, keys: string[][]) =>
    sql(`select pg_notify('guiche_changed', $1)`, [JSON.stringify({ accountId, keys })]);
  await tell('another', [['disputes']]);
  await tell(account?.id, [['disputes'], ['transactions', 'detail', 'tx_1']]);
  expect(await stream.next()).toEqual({
    event: 'changed',
    data: {
      keys: [
        ['disputes', 'pix'],
        ['transactions', 'pix', 'detail', 'tx_1'],
      ],
    },
  });
  stream.leave();
});

test('401 without a session, 404 for an account one cannot read, 400 for a query name', async ({
  stateOf,
  product,
}) => {
  const state = await stateOf('viewer');
  for (const [cookies, path, status, code] of [
    [{ cookies: [] }, EVENTS, 401, 'unauthenticated'],
    [state, '/api/accounts/other/events', 404, 'not_found'],
    [state, `${EVENTS}?since=1`, 400, 'invalid_request'],
  ] as const) {
    const { answer } = await openEvents(product, cookies, path);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
  }
});

test('429: a session holds eight streams at most; one that is left makes room', async ({
  stateOf,
  product,
}) => {
  const state = await stateOf('developer');
  const streams = await Promise.all(Array.from({ length: 8 }, () => openEvents(product, state)));
  expect(streams.map(({ answer }) => answer.status)).toEqual(Array(8).fill(200));
  const ninth = await openEvents(product, state);
  expect(ninth.answer.status).toBe(429);
  expect(ninth.answer.headers.get('retry-after')).toBe('60');
  expect(await ninth.answer.json()).toMatchObject({ code: 'rate_limited' });
  streams[0]?.leave();
  await expect
    .poll(async () => {
      const again = await openEvents(product, state);
      again.leave();
      return again.answer.status;
    })
    .toBe(200);
  for (const stream of streams) stream.leave();
});

test('the stream ends within 5 s of its session, and of the right to read', async ({
  api,
  sql,
  stateOf,
  product,
}) => {
  const request = await api(null);
  await signIn(request, product, 'viewer');
  const own = await openEvents(product, await request.storageState());
  const others = await openEvents(product, await stateOf('finance'));
  const began = Date.now();
  expect((await request.post('/api/session/end')).status()).toBe(204);
  expect(await own.next()).toEqual({ event: 'closed', data: { reason: 'session' } });
  expect(await own.next()).toBeNull();
  expect(Date.now() - began).toBeLessThan(5_500);
  const id = operatorIdOf('finance');
  const later = Date.now();
  await sql(`update grants set account = 'another account' where operator_id = $1`, [id]);
  try {
    expect(await others.next()).toEqual({ event: 'closed', data: { reason: 'account' } });
    expect(Date.now() - later).toBeLessThan(5_500);
  } finally {
    await sql(`update grants set account = '*' where operator_id = $1`, [id]);
  }
});

test('open streams keep no server from ending, and are told', async ({ start, playwright }) => {
  test.setTimeout(180_000);
  const product = await start({ simulator: { transactions: 50 } });
  const request = await playwright.request.newContext({
    baseURL: product.url,
    extraHTTPHeaders: { origin: product.url },
  });
  await signIn(request, product, 'viewer');
  const stream = await openEvents(product, await request.storageState());
  expect(stream.answer.status).toBe(200);
  const began = Date.now();
  const ending = product.stop();
  expect(await stream.next()).toEqual({ event: 'closed', data: { reason: 'server' } });
  expect(await stream.next()).toBeNull();
  expect(await ending).toBe(0);
  expect(Date.now() - began).toBeLessThan(8_000);
  await request.dispose();
});
