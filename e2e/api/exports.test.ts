import { randomUUID } from 'node:crypto';
import { sheetsOf } from '#lib/api/testing/workbook.ts';
import type { ApiClient } from '../support/api-client.ts';
import { expect, test } from './test.ts';

// As many rows as these lists need for two pages.
test.override('options', { simulator: { transactions: 6_000 } });

/** Lists that Guichê writes as files besides transactions and statement, which have tests of their own. */
const LISTS: readonly { list: string; file: string; filter?: Params; before?: Before }[] = [
  { list: '/api/accounts/pix/charges', file: 'charges-pix' },
  { list: '/api/accounts/pix/withdrawals', file: 'withdrawals-pix' },
  { list: '/api/accounts/pix/transfers', file: 'transfers-pix' },
  { list: '/api/accounts/hub/charges', file: 'charges-hub' },
  { list: '/api/accounts/hub/withdrawals', file: 'withdrawals-hub' },
  { list: '/api/accounts/card/card/charges', file: 'card-charges-card' },
  { list: '/api/accounts/pix/deliveries', file: 'deliveries-pix' },
  { list: '/api/accounts/pix/disputes', file: 'disputes-pix', filter: {} },
  { list: '/api/accounts/hub/disputes', file: 'disputes-hub', filter: {} },
  { list: '/api/accounts/pix/pending-deposits', file: 'pending-deposits-pix', filter: {} },
  { list: '/api/accounts/pix/operations', file: 'operations-pix', filter: {}, before: twoCharges },
  { list: '/api/accounts/pix/resends', file: 'resends-pix', filter: {}, before: twoResends },
];
type Params = Record<string, string>;
type Before = (request: ApiClient) => Promise<void>;
type Page = { items: { id: string }[]; nextCursor: string | null };

const change = (request: ApiClient, address: string, data: object) =>
  request.post(`/api/accounts/pix/${address}`, { data, headers: { 'idempotency-key': randomUUID() } });

async function twoCharges(request: ApiClient): Promise<void> {
  for (const amount of [1_100, 1_200])
    expect((await change(request, 'charges', { amount })).status()).toBe(201);
}

async function twoResends(request: ApiClient): Promise<void> {
  const params = { limit: '60' };
  const newest = async () =>
    (await (await request.get('/api/accounts/pix/deliveries', { params })).json()) as {
      items: { transactionId: string | null }[];
    };
  await expect.poll(async () => (await newest()).items.length, { timeout: 30_000 }).toBeGreaterThan(1);
  const found = new Set((await newest()).items.flatMap(({ transactionId }) => transactionId ?? []));
  for (const transactionId of [...found].slice(0, 2)) {
    const answer = await change(request, 'resends', {
      scope: 'transaction',
      transactionId,
      everything: true,
    });
    expect(answer.status(), await answer.text()).toBe(202);
  }
}

test('a file of operations is of the kinds and ends that were asked for', async ({ api }) => {
  const request = await api('finance');
  await twoCharges(await api('admin'));
  const file = async (params: Params) =>
    idsIn(await (await request.get('/api/accounts/pix/operations.csv', { params })).text());
  const charges = await file({ kind: 'charge.create' });
  expect(charges.length).toBeGreaterThan(1);
  expect(await file({ kind: 'charge.create', show: 'rejected' })).not.toContain(charges[0]);
  const wrong = await request.get('/api/accounts/pix/operations.csv', { params: { kind: 'charge' } });
  expect(wrong.status()).toBe(400);
});

async function listed(request: ApiClient, list: string, filter: Params): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const params = { ...filter, limit: '100', ...(cursor === '' ? {} : { cursor }) };
    const page = (await (await request.get(list, { params })).json()) as Page;
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return [...new Set(ids)];
}
const idsIn = (text: string) =>
  text
    .slice(1)
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(',')[0]);

/** The first column of a workbook, below its heading. */
const idsOf = (file: Uint8Array) =>
  (sheetsOf(file)[0]?.rows ?? []).slice(1).map(([cell]) => (cell?.as === 'text' ? cell.text : null));

for (const { list, file, filter, before } of LISTS)
  test(`GET ${list}.csv: 200 all rows of the filter, and those that were chosen; 400, 403`, async ({
    api,
  }) => {
    const request = await api('finance');
    await before?.(await api('admin'));
    // The history of callbacks is read into an index first.
    const reading = async () =>
      (await (await request.get(list, { params: { limit: '1' } })).json()).reach?.reading;
    await expect.poll(reading, { timeout: 120_000 }).toBeFalsy();
    const from = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
    const to = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const asked: Params = filter ?? { from, to };
    const ids = await listed(request, list, asked);
    expect(ids.length).toBeGreaterThan(1);
    const answer = await request.get(`${list}.csv`, { params: asked });
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers()['content-disposition']).toMatch(
      new RegExp(`filename="${file}-[\\d-]{10}\\.csv"`),
    );
    expect(idsIn(await answer.text())).toEqual(ids);
    const [first = '', second = ''] = ids;
    const chosen = await request.get(`${list}.csv`, {
      params: { ...asked, ids: second, form: 'sheet' },
    });
    const text = await chosen.text();
    expect(text).toContain(second);
    expect(text).not.toContain(first);
    expect((await request.get(`${list}.csv`, { params: { limit: '10' } })).status()).toBe(400);
    for (const field of ['form', 'format']) {
      const wrong = await request.get(`${list}.csv`, { params: { ...asked, [field]: 'pdf' } });
      expect([wrong.status(), (await wrong.json()).fields]).toEqual([
        400,
        [expect.objectContaining({ field })],
      ]);
    }
    for (const kind of ['csv', 'xlsx'] as const) {
      const posted = await request.post(`${list}.${kind}`, { params: asked, data: { ids: [second] } });
      expect(posted.status()).toBe(200);
      const rows = kind === 'csv' ? idsIn(await posted.text()) : idsOf(await posted.body());
      expect(rows).toEqual([second]);
    }
    const book = await request.get(`${list}.xlsx`, { params: asked });
    expect([book.status(), book.headers()['content-type']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
    expect(book.headers()['content-disposition']).toMatch(/^attachment; filename="[a-z]+-[a-z\d-]+\.xlsx"$/);
    expect(idsOf(await book.body())).toEqual(ids);
    for (const kind of ['csv', 'xlsx']) {
      const refused = await (await api('viewer')).get(`${list}.${kind}`);
      expect([refused.status(), (await refused.json()).code]).toEqual([403, 'forbidden']);
    }
  });

test('an account without them has no such file: 409', async ({ api }) => {
  const request = await api('finance');
  for (const address of [
    'pix/card/charges.csv',
    'card/charges.csv',
    'card/withdrawals.csv',
    'hub/deliveries.csv',
    'hub/pending-deposits.csv',
    'hub/resends.csv',
    'card/disputes.csv',
  ]) {
    const answer = await request.get(`/api/accounts/${address}`);
    expect([address, answer.status(), (await answer.json()).code]).toEqual([address, 409, 'not_supported']);
  }
});
