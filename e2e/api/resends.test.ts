import { randomUUID } from 'node:crypto';
import { Resend, ResendHead, ResendItem, ResendPreview } from '#lib/resends/contract.ts';
import { problemOf } from '../support/answers.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import type { Provider } from '../support/provider.ts';
import { expect, test } from './test.ts';

const RESENDS = '/api/accounts/pix/resends';
const ROUTE = { method: 'POST', path: '/user/callbacks/resend' };
const CALLBACK = 'https://checkout.example/pix';

test.override('options', {
  // The provider's minute of five resend requests takes a second here.
  simulator: { transactions: 1_500, speed: 60 },
  env: { GUICHE_RESEND_PAUSE_MS: '1000', GUICHE_CHANGE_MS: '1500', GUICHE_READ_MS: '3000' },
});

const post = (request: ApiClient, path: string, data: object = {}, key: string = randomUUID()) =>
  request.post(`${RESENDS}${path}`, { data, headers: { 'idempotency-key': key } });
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();

async function preview(request: ApiClient, data: object): Promise<ResendPreview> {
  const answer = await request.post(`${RESENDS}/preview`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return ResendPreview.parse(await answer.json());
}

async function read(request: ApiClient, id: string): Promise<Resend> {
  const answer = await request.get(`${RESENDS}/${id}`);
  expect(answer.status(), await answer.text()).toBe(200);
  const resend = Resend.parse(await answer.json());
  const { total, outside, unreachable, skipped, requested, unknown, remaining } = resend.counts;
  expect(outside + unreachable + skipped + requested + unknown + remaining).toBe(total);
  return resend;
}
const reaches = (request: ApiClient, id: string, state: string) =>
  expect.poll(async () => (await read(request, id)).state, { timeout: 30_000 }).toBe(state);

async function started(answer: ApiAnswer): Promise<string> {
  expect(answer.status(), await answer.text()).toBe(202);
  const body = (await answer.json()) as { id: string; state: string };
  expect(body.state).toBe('queued');
  return body.id;
}

/** Charges of its own with an address, so that no test meets another's. */
async function charges(provider: Provider, count: number): Promise<string[]> {
  const made = [];
  for (let place = 0; place < count; place += 1)
    made.push(
      (await provider.create({ amount: 10 + place, callbackUrl: CALLBACK, clientReference: randomUUID() }))
        .id,
    );
  return made;
}

test('200 of a preview: what would be asked for and what stays out, and nothing is sent', async ({
  api,
  control,
}) => {
  const request = await api('analyst');
  const filter = { from: day(60), to: day(-2) };
  const found = await preview(request, { scope: 'filter', filter });
  const { total, outside, unreachable, skipped, remaining } = found.counts;
  expect(total).toBe(outside + unreachable + skipped + remaining);
  expect(outside).toBeGreaterThan(0);
  expect(found.requests.every(({ transactions }) => transactions <= 500)).toBe(true);
  const again = await preview(request, { previewId: found.previewId });
  expect(again).toEqual({ ...found, failing: again.failing, sharedWith: again.sharedWith });
  const { requests } = (await control('/state')) as { requests: Record<string, number> };
  expect(Object.keys(requests).filter((route) => route.includes('/resend'))).toEqual([]);
});

test('202: a selection is asked for once and followed until it is delivered', async ({ api, provider }) => {
  const request = await api('developer');
  const ids = await charges(provider, 3);
  const { previewId } = await preview(request, {
    scope: 'selection',
    transactionIds: [...ids, 'tx_nowhere'],
    everything: true,
  });
  const id = await started(await post(request, '', { previewId }));
  await reaches(request, id, 'completed');
  await expect.poll(async () => (await read(request, id)).counts.delivered, { timeout: 20_000 }).toBe(3);
  const resend = await read(request, id);
  expect(resend.counts).toMatchObject({ total: 4, unreachable: 1, requested: 3, accepted: 3, failed: 0 });
  expect(resend.requests).toHaveLength(1);
  const answer = await request.get(`${RESENDS}/${id}/items`, { params: { state: 'delivered' } });
  const { items } = (await answer.json()) as { items: unknown[] };
  expect(new Set(items.map((item) => ResendItem.parse(item).transactionId))).toEqual(new Set(ids));
  const list = (await (await request.get(RESENDS, { params: { limit: 1 } })).json()) as { items: unknown[] };
  expect(ResendHead.parse(list.items[0])).toMatchObject({ id, state: 'completed' });
});

test('the same key is the same resend, and the same preview starts once', async ({ api, provider }) => {
  const request = await api('analyst');
  const [one = ''] = await charges(provider, 1);
  const body = { scope: 'transaction', transactionId: one, everything: true };
  const key = randomUUID();
  const [first, second] = await Promise.all([post(request, '', body, key), post(request, '', body, key)]);
  expect(await started(first)).toBe(await started(second));
  await problemOf(await post(request, '', { ...body, everything: false }, key), 409, 'idempotency_conflict');
  const { previewId } = await preview(request, body);
  const both = await Promise.all([post(request, '', { previewId }), post(request, '', { previewId })]);
  expect(both.map((answer) => answer.status()).toSorted()).toEqual([202, 409]);
  await problemOf(await post(request, '', { previewId }), 409, 'already_done');
});

test('400, 404, 413, 415: what cannot be asked for', async ({ api }) => {
  const request = await api('analyst');
  const wrong = [
    { scope: 'everything' },
    { scope: 'selection', transactionIds: [] },
    { scope: 'filter', filter: { from: '2026-11-01' } },
    { scope: 'filter', filter: { from: '2026-02-30', to: '2026-03-01' } },
    { scope: 'filter', filter: { from: day(0), to: day(1) } },
    { scope: 'webhook', webhookId: '' },
  ];
  for (const data of wrong)
    await problemOf(await request.post(`${RESENDS}/preview`, { data }), 400, 'invalid_request');
  await problemOf(await post(request, '', { scope: 'transaction' }), 400, 'invalid_request');
  await problemOf(
    await request.post(RESENDS, { data: { scope: 'webhook', webhookId: 'x' } }),
    400,
    'invalid_request',
  );
  await problemOf(await post(request, '', { previewId: 'rs_none' }), 404, 'not_found');
  for (const path of ['/rs_none', '/rs_none/items'])
    await problemOf(await request.get(`${RESENDS}${path}`), 404, 'not_found');
  for (const path of ['/rs_none/cancel', '/rs_none/continue'])
    await problemOf(await post(request, path), 404, 'not_found');
  const announced = { 'content-type': 'application/json', 'content-length': '7000000' };
  const large = await request.post(`${RESENDS}/preview`, { data: '{', headers: announced });
  expect(large.status()).toBe(413);
  const text = await request.post(`${RESENDS}/preview`, {
    data: 'x',
    headers: { 'content-type': 'text/plain' },
  });
  await problemOf(text, 415, 'unsupported_media_type');
  await problemOf(await request.get(RESENDS, { params: { cursor: 'x' } }), 400, 'invalid_request');
});

test('a selection of tens of thousands is one preview, each of them named', async ({ api, provider }) => {
  const request = await api('analyst');
  const { transactions } = await provider.list({ limit: 500 });
  const nowhere = Array.from({ length: 30_000 }, (_, place) => `tx_${place}_${'x'.repeat(30)}`);
  const transactionIds = [...transactions.map(({ id }) => id), ...nowhere];
  let found = await preview(request, { scope: 'selection', transactionIds, everything: true });
  while (!found.complete) found = await preview(request, { previewId: found.previewId });
  const { total, outside, unreachable, skipped, remaining } = found.counts;
  expect(total).toBe(30_500);
  expect(outside + unreachable + skipped + remaining).toBe(total);
  expect(remaining).toBeGreaterThan(100);
});

test('403: a viewer and finance see resends and send none', async ({ api }) => {
  for (const role of ['viewer', 'finance'] as const) {
    const request = await api(role);
    expect((await request.get(RESENDS)).status()).toBe(200);
    const body = { scope: 'transaction', transactionId: 'tx' };
    await problemOf(await request.post(`${RESENDS}/preview`, { data: body }), 403, 'forbidden');
    await problemOf(await post(request, '', body), 403, 'forbidden');
  }
});

test('the limit: pauses that end by themselves, and one that waits for somebody', async ({
  api,
  provider,
}) => {
  const request = await api('analyst');
  const one = async () => {
    const ids = await charges(provider, 2);
    return started(await post(request, '', { scope: 'selection', transactionIds: ids, everything: true }));
  };
  await provider.fault({ ...ROUTE, kind: 'status', status: 422, errorCode: 'PZG422', count: 3 });
  const id = await one();
  await reaches(request, id, 'paused');
  await expect
    .poll(async () => (await read(request, id)).pauseReason, { timeout: 20_000 })
    .toBe('provider_limit');
  expect(await read(request, id)).toMatchObject({
    pausedUntil: null,
    problem: { code: 'PZG422' },
    counts: { requested: 0, remaining: 2 },
  });
  const going = await post(request, `/${id}/continue`);
  expect(await going.json()).toEqual({ id, state: 'running' });
  await reaches(request, id, 'completed');
  await problemOf(await post(request, `/${id}/continue`), 409, 'conflict');

  await provider.fault({
    ...ROUTE,
    kind: 'status',
    status: 429,
    errorCode: 'PZG429',
    retryAfterSeconds: 4,
    count: 1,
  });
  const other = await one();
  await expect.poll(async () => (await read(request, other)).pauseReason).toBe('rate_limited');
  const early = await problemOf(await post(request, `/${other}/continue`), 409, 'conflict');
  expect(early.retryAfterSeconds).toBeGreaterThan(0);
  await reaches(request, other, 'completed');
});

test('cancelled: what was not sent never is', async ({ api, provider }) => {
  const request = await api('analyst');
  await provider.fault({ ...ROUTE, kind: 'status', status: 429, retryAfterSeconds: 6, count: 1 });
  const ids = await charges(provider, 2);
  const id = await started(
    await post(request, '', { scope: 'selection', transactionIds: ids, everything: true }),
  );
  await reaches(request, id, 'paused');
  const answer = await post(request, `/${id}/cancel`);
  expect(await answer.json()).toEqual({ id, state: 'cancelled' });
  expect(await read(request, id)).toMatchObject({
    counts: { requested: 0, remaining: 2 },
    requests: [{ state: 'cancelled' }],
  });
  await problemOf(await post(request, `/${id}/cancel`), 409, 'conflict');
});

test('a webhook: PZW310 is an end, PZW300 a failure, and a list that is cut is told', async ({
  api,
  provider,
}) => {
  const request = await api('developer');
  const gone = await started(await post(request, '', { scope: 'webhook', webhookId: 'wh_none' }));
  await reaches(request, gone, 'failed');
  expect(await read(request, gone)).toMatchObject({ problem: { code: 'PZW300' }, counts: { requested: 0 } });
  const { webhooks } = (await provider.read('/user/webhooks')) as { webhooks: { id: string }[] };
  await provider.fault({
    method: 'POST',
    path: '/user/callbacks/resend/webhook/*',
    kind: 'status',
    status: 404,
    errorCode: 'PZW310',
    count: 1,
  });
  const quiet = await started(
    await post(request, '', { scope: 'webhook', webhookId: webhooks[1]?.id ?? '' }),
  );
  await reaches(request, quiet, 'completed');
  expect((await read(request, quiet)).requests[0]).toMatchObject({ state: 'refused', code: 'PZW310' });
  const id = await started(await post(request, '', { scope: 'webhook', webhookId: webhooks[1]?.id ?? '' }));
  await reaches(request, id, 'completed');
  const resend = await read(request, id);
  expect(resend.estimated).toBe(true);
  expect(resend.counts.requested).toBe(resend.requests[0]?.accepted);
});

test('a request without an answer is unknown until its deliveries are seen', async ({ api, provider }) => {
  const request = await api('analyst');
  const ids = await charges(provider, 2);
  await provider.fault({ ...ROUTE, kind: 'apply-silent', count: 1 });
  const id = await started(
    await post(request, '', { scope: 'selection', transactionIds: ids, everything: true }),
  );
  await reaches(request, id, 'completed');
  expect((await read(request, id)).requests[0]?.state).toBe('unknown');
  await expect
    .poll(async () => (await read(request, id)).counts, { timeout: 30_000 })
    .toMatchObject({ unknown: 0, requested: 2 });
});
