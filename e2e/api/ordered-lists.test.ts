import { vi } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { expect, test } from './test.ts';

test.override('options', { simulator: { transactions: 20_000 } });

type Row = { id: string } & Record<string, unknown>;
type Page = { items: Row[]; nextCursor: string | null; total: number };

async function whole(request: ApiClient, list: string, query: string, limit = 7): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor = '';
  let total = 0;
  do {
    const answer = await request.get(`/api/accounts/pix/${list}?${query}&limit=${limit}${cursor}`);
    expect(answer.status(), await answer.text()).toBe(200);
    const page = (await answer.json()) as Page;
    rows.push(...page.items);
    total = page.total;
    cursor = page.nextCursor === null ? '' : `&cursor=${encodeURIComponent(page.nextCursor)}`;
  } while (cursor !== '');
  expect(new Set(rows.map(({ id }) => id)).size, query).toBe(rows.length);
  expect(rows, query).toHaveLength(total);
  return rows;
}

/** Expects rows ordered by `key`, those without it behind all others, in either order. */
function expectOrder(rows: readonly Row[], key: string, order: string): void {
  const keys = rows.map((row) => row[key] as number | string | null);
  const told = keys.filter((one) => one !== null);
  const sorted = told.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  expect(keys, `${key} ${order}`).toEqual([
    ...(order === 'asc' ? sorted : sorted.toReversed()),
    ...keys.filter((one) => one === null),
  ]);
}

const csvIds = async (request: ApiClient, list: string, query: string) =>
  (await (await request.get(`/api/accounts/pix/${list}.csv?${query}`)).text())
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',')[0]);

test('operations by when they were asked for, ended, and by amount: many alike, each once, its file the same', async ({
  api,
  sql,
}) => {
  await sql(`insert into operations
    (id, account_id, kind, target, state, amount, request, operator_id, created_at, settled_at)
    select 'sorted-' || n, a.id, 'webhook.register', 'thing-' || n, 'confirmed',
      case n % 4 when 0 then null else (n % 4) * 100 end, '', 'nobody',
      timestamptz '2026-11-20T10:00:00Z' + (n % 3) * interval '1 microsecond',
      case n % 5 when 0 then null else timestamptz '2026-11-20T11:00:00Z' + (n % 5) * interval '1 hour' end
    from generate_series(1, 40) n, accounts a where a.slug = 'pix'`);
  const request = await api('analyst');
  for (const [sort, key] of [
    ['begun', 'createdAt'],
    ['end', 'settledAt'],
    ['amount', 'amount'],
  ] as const)
    for (const order of ['asc', 'desc']) {
      const rows = await whole(request, 'operations', `state=confirmed&sort=${sort}&order=${order}`);
      expect(rows.length).toBeGreaterThanOrEqual(40);
      expectOrder(rows, key, order);
      expect(await csvIds(request, 'operations', `sort=${sort}&order=${order}`)).toEqual(
        rows.map(({ id }) => id),
      );
    }
  const usual = await whole(request, 'operations', 'state=confirmed', 11);
  expect(usual).toEqual(await whole(request, 'operations', 'state=confirmed&sort=begun&order=desc'));
  expect((await request.get('/api/accounts/pix/operations?sort=state')).status()).toBe(400);
});

/** Every page of the provider was read. */
const readWhole = (request: ApiClient) =>
  vi.waitFor(async () => {
    await request.post('/api/accounts/pix/disputes/refresh');
    const { completeAt } = await (await request.get('/api/accounts/pix/disputes?limit=1')).json();
    expect(completeAt).not.toBeNull();
  }, 45_000);

test('a cursor goes on in its own order only', async ({ api }) => {
  const request = await api('analyst');
  await readWhole(request);
  for (const list of ['operations', 'disputes']) {
    const first = await request.get(`/api/accounts/pix/${list}?sort=amount&limit=1`);
    const { nextCursor } = (await first.json()) as Page;
    expect(nextCursor, list).not.toBeNull();
    const cursor = `limit=1&cursor=${encodeURIComponent(nextCursor ?? '')}`;
    expect((await request.get(`/api/accounts/pix/${list}?sort=amount&${cursor}`)).status(), list).toBe(200);
    for (const query of ['', 'sort=amount&order=asc&'])
      expect((await request.get(`/api/accounts/pix/${list}?${query}${cursor}`)).status(), list).toBe(400);
  }
});

test('resends by number, time and amount, of some states; what runs is summed as it stands', async ({
  api,
  sql,
}) => {
  await sql(`insert into resends
    (id, account_id, number, state, scope, operator_id, earliest, created_at, completed_at, counts)
    select 'sorted-' || n, a.id, n, (array['completed', 'cancelled', 'running'])[1 + n % 3], 'failures', 'nobody',
      now(), timestamptz '2026-11-20T10:00:00Z' + (n % 4) * interval '1 hour', now(),
      case n % 3 when 2 then null else jsonb_build_object(
        'total', 0, 'outside', 0, 'unreachable', 0, 'skipped', 0, 'requested', 0, 'unknown', 0, 'remaining', 0,
        'accepted', 0, 'delivered', 0, 'failed', 0, 'amount', (n % 4) * 1000) end
    from generate_series(1, 30) n, accounts a where a.slug = 'pix'`);
  await sql(`insert into resend_items (resend_id, transaction_id, account_id, state, amount)
    select r.id, 'tx-' || n, r.account_id, (array['remaining', 'outside'])[n], 1500 * n
    from resends r, generate_series(1, 2) n where r.state = 'running'`);
  const request = await api('analyst');
  for (const [sort, key] of [
    ['number', 'number'],
    ['created', 'createdAt'],
    ['amount', 'amount'],
  ] as const)
    for (const order of ['asc', 'desc']) {
      const rows = await whole(request, 'resends', `sort=${sort}&order=${order}`);
      expect(rows).toHaveLength(30);
      expectOrder(rows, key, order);
      expect(await csvIds(request, 'resends', `sort=${sort}&order=${order}`)).toEqual(
        rows.map(({ id }) => id),
      );
    }
  const running = await whole(request, 'resends', 'state=running');
  expect(running.map(({ amount }) => amount)).toEqual(running.map(() => 1_500));
  expect(running).toHaveLength(10);
  expect((await request.get('/api/accounts/pix/resends?state=preview')).status()).toBe(400);
});

test('disputes by amount both ways, and by time turned round', async ({ api }) => {
  const request = await api('analyst');
  await readWhole(request);
  for (const order of ['asc', 'desc'])
    expectOrder(await whole(request, 'disputes', `sort=amount&order=${order}`, 3), 'amount', order);
  for (const [state, usual, turned] of [
    ['open', 'asc', 'desc'],
    ['closed', 'desc', 'asc'],
  ]) {
    const rows = await whole(request, 'disputes', `state=${state}`, 2);
    const ids = rows.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(2);
    const by = async (order: string | undefined) =>
      (await whole(request, 'disputes', `state=${state}&sort=time&order=${order}`, 4)).map(({ id }) => id);
    expect(await by(usual)).toEqual(ids);
    expect(await by(turned)).toEqual(ids.toReversed());
  }
});
