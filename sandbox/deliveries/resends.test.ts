import { expect, test, vi } from 'vitest';
import { call } from './fake-world.ts';
import type { Enqueued } from './resends.ts';
import { NOW, PATIENCE_MS, TestBench } from './test-bench.ts';

const DAY = 86_400_000;
const RESEND = '/user/callbacks/resend';
const day = (back: number) => new Date(NOW - back * DAY).toISOString();
const week = { createdAtFrom: day(7), createdAtTo: day(0) };

async function enqueued(bench: TestBench, path: string, body?: unknown): Promise<Enqueued> {
  const reply = await call(bench.engine.routes, 'POST', path, body);
  expect(reply.status).toBe(200);
  return (reply.json as { enqueued: Enqueued }).enqueued;
}

async function total(bench: TestBench, query: string): Promise<number> {
  let count = 0;
  for (let page = 1; ; page += 1) {
    const reply = await call(bench.engine.routes, 'GET', `/user/callbacks?limit=100&page=${page}&${query}`);
    const { callbacks, pagination } = reply.json as { callbacks: []; pagination: { hasNextPage: boolean } };
    count += callbacks.length;
    if (!pagination.hasNextPage) return count;
  }
}

async function webhookIds(bench: TestBench): Promise<string[]> {
  const reply = await call(bench.engine.routes, 'GET', '/user/webhooks');
  return (reply.json as { webhooks: { id: string }[] }).webhooks.map(({ id }) => id);
}

test('one transaction: a message, then a delivery; PZG404 without callbackUrl or transaction', async () => {
  const bench = new TestBench();
  bench.add(1, { callbackUrl: 'https://loja.example/x' });
  bench.add(2, { callbackUrl: null });
  const { routes } = bench.engine;
  const reply = await call(routes, 'POST', `${RESEND}/live1`);
  expect(reply.json).toEqual({ message: expect.any(String) });
  await vi.waitFor(async () => expect(await total(bench, 'transactionId=live1')).toBe(1), PATIENCE_MS);
  for (const id of ['live2', 'live3']) {
    await expect(call(routes, 'POST', `${RESEND}/${id}`)).rejects.toMatchObject({ errorCode: 'PZG404' });
  }
});

test('by filter: only transactions with a callbackUrl, at most 500 items, all of them delivered', async () => {
  const bench = new TestBench({}, 8_000);
  const from = `createdAtFrom=${new Date(NOW).toISOString()}`;
  const wanted = [
    ...bench.world.findTransactions({ from: NOW - 7 * DAY, to: NOW, statuses: ['COMPLETED'] }),
  ].filter((transaction) => transaction.callbackUrl);
  expect(wanted.length).toBeGreaterThan(500);
  const result = await enqueued(bench, RESEND, { ...week, transactionStatus: ['COMPLETED'] });
  expect(result).toMatchObject({ count: wanted.length, truncated: true });
  expect(result.items).toHaveLength(500);
  expect(result.items[0]).toEqual({
    transactionId: wanted[0]?.id,
    webhookId: null,
    eventType: 'TRANSACTION_COMPLETED',
  });
  await vi.waitFor(async () => expect(await total(bench, from)).toBe(wanted.length), PATIENCE_MS);
  const one = await enqueued(bench, RESEND, { ...week, transactionIds: [wanted[3]?.id] });
  expect(one).toMatchObject({ count: 1, truncated: false });
  const nobody = { ...week, transactionIds: ['none'] };
  await expect(call(bench.engine.routes, 'POST', RESEND, nobody)).rejects.toMatchObject({
    status: 404,
    errorCode: 'PZG404',
  });
});

test.each([
  [{}, 'createdAtFrom'],
  [{ createdAtFrom: day(31), createdAtTo: day(28) }, 'createdAtFrom'],
  [{ createdAtFrom: day(3), createdAtTo: day(4) }, 'createdAtTo'],
  [{ createdAtFrom: day(9), createdAtTo: day(1) }, 'createdAtTo'],
  [{ ...week, transactionStatus: ['PAID'] }, 'transactionStatus'],
  [{ ...week, transactionIds: 'tx1' }, 'transactionIds'],
])('by filter: %j is PZV001', async (body, field) => {
  for (const path of [RESEND, `${RESEND}/webhook`]) {
    await expect(call(new TestBench().engine.routes, 'POST', path, body)).rejects.toMatchObject({
      status: 400,
      errorCode: 'PZV001',
      details: [expect.objectContaining({ field })],
    });
  }
});

test('failed ones of a webhook: each pair once, changed statuses dropped, PZW300 and PZW310', async () => {
  const bench = new TestBench({}, 8_000);
  const [first = '', second = '', third = ''] = await webhookIds(bench);
  const { routes } = bench.engine;
  const failed: { transactionId: string; eventType: string }[] = [];
  for (let page = 1; ; page += 1) {
    const query = `limit=100&page=${page}&webhookId=${second}&hasError=true&createdAtFrom=${day(7)}`;
    const reply = await call(routes, 'GET', `/user/callbacks?${query}`);
    const part = reply.json as { callbacks: typeof failed; pagination: { hasNextPage: boolean } };
    failed.push(...part.callbacks);
    if (!part.pagination.hasNextPage) break;
  }
  const pairs = new Set(failed.map((row) => `${row.transactionId} ${row.eventType}`));
  expect(pairs.size).toBeLessThan(failed.length);
  const [stale = ''] = [...pairs][0]?.split(' ') ?? [];
  const before = bench.world.transaction(stale);
  if (before) bench.world.live.set(stale, { ...before, status: 'ERROR' });
  bench.clock.advance(30 * 60_000);
  const known = await total(bench, `webhookId=${second}`);
  const result = await enqueued(bench, `${RESEND}/webhook/${second}`);
  expect(new Set(result.items.map((item) => `${item.transactionId} ${item.eventType}`)).size).toBe(
    result.count,
  );
  expect(result.count).toBe(pairs.size);
  const still = result.items.filter(
    (item) => `TRANSACTION_${bench.world.transaction(item.transactionId)?.status}` === item.eventType,
  );
  expect(still.length).toBeLessThan(result.count);
  await vi.waitFor(
    async () => expect(await total(bench, `webhookId=${second}`)).toBe(known + still.length),
    PATIENCE_MS,
  );
  await expect(call(routes, 'POST', `${RESEND}/webhook/${third}`)).rejects.toMatchObject({
    errorCode: 'PZW310',
  });
  await expect(call(routes, 'POST', `${RESEND}/webhook/wh_none`)).rejects.toMatchObject({
    errorCode: 'PZW300',
  });
  await call(routes, 'PATCH', `/user/webhooks/${first}`, { active: false });
  await expect(call(routes, 'POST', `${RESEND}/webhook/${first}`)).rejects.toMatchObject({
    errorCode: 'PZW300',
  });
});

test('by filter to webhooks: transaction and event once for each wanting webhook', async () => {
  const bench = new TestBench();
  const [first = '', second = '', third = ''] = await webhookIds(bench);
  bench.add(1, { callbackUrl: null });
  bench.add(2, { callbackUrl: null, status: 'REFUNDED' });
  const path = `${RESEND}/webhook`;
  expect((await enqueued(bench, path, week)).count).toBe(5);
  expect(await enqueued(bench, path, { ...week, webhookIds: [second], transactionIds: ['live1'] })).toEqual({
    count: 1,
    truncated: false,
    items: [{ transactionId: 'live1', webhookId: second, eventType: 'TRANSACTION_COMPLETED' }],
  });
  await vi.waitFor(async () => expect(await total(bench, '')).toBe(6), PATIENCE_MS);
  expect(await total(bench, `webhookId=${first}`)).toBe(2);
  expect(await total(bench, `webhookId=${third}`)).toBe(1);
  const unknown = { ...week, webhookIds: ['wh_none'] };
  await expect(call(bench.engine.routes, 'POST', path, unknown)).rejects.toMatchObject({
    errorCode: 'PZW300',
  });
});

test('five resends in a simulated minute, over all routes', async () => {
  const bench = new TestBench();
  bench.add(1, { callbackUrl: 'https://loja.example/x' });
  const { routes } = bench.engine;
  for (let count = 0; count < 4; count += 1) await call(routes, 'POST', `${RESEND}/live1`);
  await enqueued(bench, RESEND, week);
  for (const path of [`${RESEND}/live1`, RESEND, `${RESEND}/webhook`, `${RESEND}/webhook/wh_none`]) {
    await expect(call(routes, 'POST', path, week)).rejects.toMatchObject({
      status: 422,
      errorCode: 'PZG422',
    });
  }
  bench.clock.advance(60_000);
  await call(routes, 'POST', `${RESEND}/live1`);
});
