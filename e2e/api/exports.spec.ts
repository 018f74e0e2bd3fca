import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../fixtures.ts';

/** Lists that Guichê writes as files besides transactions and statement, which have tests of their own. */
const LISTS = [
  { list: '/api/accounts/pix/charges', file: 'charges-pix' },
  { list: '/api/accounts/pix/withdrawals', file: 'withdrawals-pix' },
  { list: '/api/accounts/pix/transfers', file: 'transfers-pix' },
  { list: '/api/accounts/hub/charges', file: 'charges-hub' },
  { list: '/api/accounts/hub/withdrawals', file: 'withdrawals-hub' },
  { list: '/api/accounts/card/card/charges', file: 'card-charges-card' },
  { list: '/api/accounts/pix/deliveries', file: 'deliveries-pix' },
] as const;
type Page = { items: { id: string }[]; nextCursor: string | null };
type Params = Record<string, string>;

async function listed(request: APIRequestContext, list: string, filter: Params): Promise<string[]> {
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

for (const { list, file } of LISTS)
  test(`GET ${list}.csv: 200 all rows of the filter, and those that were chosen; 400, 403`, async ({
    api,
  }) => {
    const request = await api('finance');
    // The history of callbacks is read into an index first.
    const reading = async () =>
      (await (await request.get(list, { params: { limit: '1' } })).json()).reach?.reading;
    await expect.poll(reading, { timeout: 30_000 }).toBeFalsy();
    const from = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
    const to = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const ids = await listed(request, list, { from, to });
    expect(ids.length).toBeGreaterThan(1);
    const answer = await request.get(`${list}.csv`, { params: { from, to } });
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers()['content-disposition']).toMatch(
      new RegExp(`filename="${file}-[\\d-]{10}\\.csv"`),
    );
    expect(idsIn(await answer.text())).toEqual(ids);
    const [first = '', second = ''] = ids;
    const chosen = await request.get(`${list}.csv`, {
      params: { from, to, ids: second, format: 'spreadsheet' },
    });
    const text = await chosen.text();
    expect(text).toContain(second);
    expect(text).not.toContain(first);
    expect((await request.get(`${list}.csv`, { params: { limit: '10' } })).status()).toBe(400);
    const refused = await (await api('viewer')).get(`${list}.csv`);
    expect([refused.status(), (await refused.json()).code]).toEqual([403, 'forbidden']);
  });

test('an account without them has no such file: 409', async ({ api }) => {
  const request = await api('finance');
  for (const address of [
    'pix/card/charges.csv',
    'card/charges.csv',
    'card/withdrawals.csv',
    'hub/deliveries.csv',
  ]) {
    const answer = await request.get(`/api/accounts/${address}`);
    expect([address, answer.status(), (await answer.json()).code]).toEqual([address, 409, 'not_supported']);
  }
});
