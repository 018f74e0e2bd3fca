import { expect, test } from 'vitest';
import { createDeliveries } from './engine.ts';
import { call, FakeWorld, ManualClock, MemoryJournal } from './fake-world.ts';
import { FictionalEndpoints } from './fictional-endpoints.ts';
import type { SeededAttempt } from './seeded-attempts.ts';
import { compare, SeededHistory } from './seeded-history.ts';
import { SEEDED_URLS } from './webhook-store.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

function seededOf(seed: number, count: number, days: number): SeededHistory {
  const endpoints = new FictionalEndpoints(seed, SEEDED_URLS[1], NOW);
  return new SeededHistory({ seed, world: new FakeWorld(count, NOW, days), endpoints, startedAt: NOW });
}

/** Every record by looking at every transaction. */
function brute(seeded: SeededHistory): SeededAttempt[] {
  const all: SeededAttempt[] = [];
  for (let index = 0; index < seeded.base.count; index += 1) all.push(...seeded.of(index));
  return all.filter((one) => one.at <= NOW).sort((a, b) => compare(b, a));
}

test.each([
  [1, 3_000, 90],
  [2, 6_000, 3],
  [3, 5_000, 0.2],
  [4, 1, 1],
  [5, 0, 1],
])('seed %d: %d transactions in %d days come in order and are found by place', async (seed, count, days) => {
  const seeded = seededOf(seed, count, days);
  await seeded.counted();
  const all = brute(seeded);
  const [low, high] = [NOW - days * 40_000_000, NOW - days * 9_000_000];
  const inside = all.filter((one) => one.at >= low && one.at <= high);
  expect(seeded.countBetween(-Infinity, Infinity)).toBe(all.length);
  expect(seeded.countBetween(low, high)).toBe(inside.length);
  for (const place of [0, 1, 63, 64, 500, Math.floor(all.length / 2), all.length - 3]) {
    for (const descending of [true, false]) {
      const wanted = (descending ? all : all.toReversed()).slice(Math.max(0, place), Math.max(0, place) + 40);
      const got = [...seeded.page(-Infinity, Infinity, descending, Math.max(0, place)).take(40)];
      expect(got).toEqual(wanted);
      const part = (descending ? inside : inside.toReversed()).slice(7, 30);
      expect([...seeded.page(low, high, descending, 7).take(23)]).toEqual(part);
    }
  }
  const failed = all.filter((one) => one.status < 200 || one.status >= 300);
  const found = seeded.ordered({ from: -Infinity, to: Infinity, descending: true, onlyTroubled: true });
  expect([...found].filter((one) => failed.includes(one))).toEqual(failed);
});

test('the second endpoint has an incident at the first start, and its deliveries recover after incidents', () => {
  const seeded = seededOf(7, 20_000, 10);
  const all = brute(seeded);
  const down = all.filter((one) => one.status === 503);
  expect(down.length).toBeGreaterThan(20);
  expect(new Set(down.map((one) => one.url))).toEqual(new Set([SEEDED_URLS[1]]));
  expect(down.some((one) => one.at > NOW - 540_000)).toBe(true);
  expect([...seeded.unfinished()].length).toBeGreaterThan(5);
  const worst = all.filter((one) => one.attempt > 1 && one.at < NOW - 86_400_000);
  expect(worst.some((one) => one.status === 200 || one.status === 204)).toBe(true);
});

function engine(count = 4_000, days = 20) {
  const clock = new ManualClock(NOW);
  const world = new FakeWorld(count, NOW, days);
  const options = { clock, journal: new MemoryJournal(), seed: 3, world, log: () => {}, allowPrivate: false };
  return { clock, world, engine: createDeliveries(options) };
}

type Page = { pagination: { hasNextPage: boolean }; callbacks: Record<string, unknown>[] };

async function everyPage(routes: ReturnType<typeof engine>['engine']['routes'], query: string) {
  const rows: Record<string, unknown>[] = [];
  for (let page = 1; ; page += 1) {
    const reply = await call(routes, 'GET', `/user/callbacks?limit=100&page=${page}&${query}`);
    const { pagination, callbacks } = reply.json as Page;
    rows.push(...callbacks);
    if (!pagination.hasNextPage) return rows;
  }
}

test('filters and sorting agree with one another', async () => {
  const { routes } = engine().engine;
  const all = await everyPage(routes, '');
  expect(all.length).toBeGreaterThan(11_000);
  expect(new Set(all.map((row) => row.id)).size).toBe(all.length);
  const ids = (rows: Record<string, unknown>[]) => rows.map((row) => row.id);
  const check = async (query: string, fits: (row: Record<string, unknown>) => boolean) =>
    expect(ids(await everyPage(routes, query)), query).toEqual(ids(all.filter(fits)));
  const failed = (row: Record<string, unknown>) => Number(row.status) < 200 || Number(row.status) >= 300;
  await check('hasError=true', failed);
  await check('hasError=false', (row) => !failed(row));
  await check('status=503', (row) => row.status === 503);
  await check('status=418', () => false);
  await check(`webhookId=${all.find((row) => row.webhookId)?.webhookId}`, (row) => {
    return row.webhookId === all.find((one) => one.webhookId)?.webhookId;
  });
  await check('eventType=TRANSACTION_EXPIRED', (row) => row.eventType === 'TRANSACTION_EXPIRED');
  await check('transactionId=tx77', (row) => row.transactionId === 'tx77');
  await check(`id=${all[50]?.id}`, (row) => row.id === all[50]?.id);
  const [from, to] = [String(all[900]?.createdAt), String(all[300]?.createdAt)];
  await check(`createdAtFrom=${from}&createdAtTo=${to}`, ({ createdAt }) => {
    return String(createdAt) >= from && String(createdAt) <= to;
  });
  const rising = await everyPage(routes, 'sortDirection=asc');
  expect(ids(rising)).toEqual(ids(all).reverse());
  const byStatus = await everyPage(routes, 'sortBy=status&sortDirection=desc');
  expect(ids(byStatus)).toEqual(ids([...all].sort((a, b) => Number(b.status) - Number(a.status))));
}, 30_000);

test('a page beyond the end is empty; a limit above 100 is PZV001', async () => {
  const { routes } = engine(50).engine;
  const reply = await call(routes, 'GET', '/user/callbacks?page=9999');
  expect(reply.json).toEqual({ pagination: { page: 9999, limit: 10, hasNextPage: false }, callbacks: [] });
  await expect(call(routes, 'GET', '/user/callbacks?limit=101')).rejects.toMatchObject({
    errorCode: 'PZV001',
  });
  await expect(call(routes, 'GET', '/user/callbacks/none')).rejects.toMatchObject({ errorCode: 'PZG404' });
});

test('a record can be read by id, and the body fits its event', async () => {
  const { routes } = engine().engine;
  for (const row of (await everyPage(routes, 'createdAtFrom=2026-11-20T00:00:00Z')).slice(0, 300)) {
    const reply = await call(routes, 'GET', `/user/callbacks/${row.id}`);
    expect(reply.json).toEqual(row);
    const body = row.body as { status: string; id: string };
    expect(`TRANSACTION_${body.status}`).toBe(row.eventType);
    expect(body.id).toBe(row.transactionId);
  }
});
