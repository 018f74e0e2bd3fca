import type { StatementLine } from '#lib/providers/money-records.ts';
import type { Problem } from '../support/answers.ts';
import { expect, test } from './test.ts';

const STATEMENT = '/api/accounts/pix/statement';
const HUB = '/api/accounts/hub/statement';
const ASKED = '/user/bank-statements';
type Page = {
  items: StatementLine[];
  nextCursor: string | null;
  asOf: string;
  filters: string[];
  period: { from: string | null; to: string | null };
};

test.describe('GET /statement', () => {
  test('200: lines with their sign and the balance after them, page after page', async ({ api }) => {
    const request = await api('viewer');
    const read = async (params: Record<string, string>) => {
      const answer = await request.get(STATEMENT, { params });
      expect(answer.status(), await answer.text()).toBe(200);
      expect(answer.headers()['cache-control']).toBe('private, no-store');
      return (await answer.json()) as Page;
    };
    const first = await read({ limit: '10' });
    expect(first.items).toHaveLength(10);
    expect(first.filters).toEqual(expect.arrayContaining(['from', 'to', 'type', 'direction', 'amountFrom']));
    expect(first.period.from).toMatch(/T03:00:00\.000Z$/);
    const second = await read({ limit: '10', cursor: first.nextCursor ?? '' });
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(20);
    const out = await read({ limit: '10', direction: 'out' });
    expect(out.items.every(({ amount }) => (amount ?? 0) < 0)).toBe(true);
    const days = await read({ from: '2026-01-05', to: '2026-01-05' });
    expect(days.period).toEqual({ from: '2026-01-05T03:00:00.000Z', to: '2026-01-06T03:00:00.000Z' });
  });

  test('200 of a Hub account: its own filters, its line types', async ({ api, control }) => {
    await control('/deposit', { api: 'hub', amount: 4_200, payerName: 'Marta Queiroz' });
    const request = await api('finance');
    const page = (await (await request.get(HUB, { params: { type: 'DEPOSIT' } })).json()) as Page;
    expect(page.filters).toEqual(expect.arrayContaining(['search', 'document', 'status', 'sort']));
    expect(page.items[0]).toMatchObject({
      type: 'DEPOSIT',
      counterparty: { name: 'Marta Queiroz' },
      balanceAfter: expect.any(Number),
    });
    const stored = await request.post(`${HUB}/filters`, { data: { search: 'Marta Queiroz' } });
    expect(stored.status()).toBe(201);
    const { id } = (await stored.json()) as { id: string };
    expect(await (await request.get(`${HUB}/filters/${id}`)).json()).toEqual({ search: 'Marta Queiroz' });
    const found = (await (await request.get(HUB, { params: { f: id } })).json()) as Page;
    expect(found.items.length).toBeGreaterThan(0);
    expect(found.items.every(({ counterparty }) => counterparty.name === 'Marta Queiroz')).toBe(true);
    const seen = await (await (await api('viewer')).get(HUB, { params: { f: id } })).text();
    expect(seen).toContain('Marta Q.');
    expect(seen).not.toContain('Queiroz');
  });

  test('400 for what it does not know, or this service does not filter by', async ({ api }) => {
    const request = await api('finance');
    for (const [params, field] of [
      [{ colour: 'red' }, 'colour'],
      [{ amount: '1.5' }, 'amount'],
      [{ search: 'Marta' }, 'search'],
      [{ from: '2026-02-02', to: '2026-02-01' }, 'to'],
      [{ cursor: 'abc' }, 'cursor'],
      [{ f: 'nothing-here' }, 'f'],
    ] as const) {
      const answer = await request.get(STATEMENT, { params });
      expect(answer.status(), field).toBe(400);
      const problem = (await answer.json()) as Problem;
      expect(problem.code).toBe('invalid_request');
      expect(problem.fields?.map((fault) => fault.field)).toContain(field);
    }
  });

  test('502, 422 and 503: refused credential, refusal, failing service', async ({ api, control }) => {
    const request = await api('viewer');
    const asked = async () => (await request.get(STATEMENT)).status();
    const answers = (status: number, errorCode: string) =>
      control('/fault', { kind: 'status', status, errorCode, path: ASKED });
    await answers(401, 'PZA100');
    expect(await asked()).toBe(502);
    await answers(422, 'PZG422');
    expect(await asked()).toBe(422);
    await answers(500, 'PZI101');
    await expect.poll(asked).toBe(503);
    await expect.poll(asked).toBe(200);
  });

  test('404 for an account that is not there', async ({ api }) => {
    expect((await (await api('viewer')).get('/api/accounts/nowhere/statement')).status()).toBe(404);
  });
});

test.describe('GET /statement/{id}', () => {
  test('200, 404; 409 where the service reads no single line', async ({ api }) => {
    const request = await api('viewer');
    const { items } = (await (await request.get(STATEMENT, { params: { limit: '1' } })).json()) as Page;
    const one = await request.get(`${STATEMENT}/${items[0]?.id}`);
    expect(one.status()).toBe(200);
    expect((await one.json()).line).toEqual(items[0]);
    const none = await request.get(`${STATEMENT}/no-such-line`);
    expect([none.status(), (await none.json()).code]).toEqual([404, 'not_found']);
    const hub = await request.get(`${HUB}/any`);
    expect([hub.status(), (await hub.json()).code]).toEqual([409, 'not_supported']);
  });
});

test.describe('/statement/filters', () => {
  test('201 and 200; 400 for an empty one; 403 without reveal; 404 on another account', async ({ api }) => {
    const request = await api('finance');
    const empty = await request.post(`${STATEMENT}/filters`, { data: {} });
    expect(empty.status()).toBe(400);
    const made = await request.post(`${STATEMENT}/filters`, { data: { document: '529.982.247-25' } });
    expect(made.status()).toBe(201);
    const { id } = (await made.json()) as { id: string };
    expect((await request.get(`${STATEMENT}/filters/${id}`)).status()).toBe(200);
    expect((await request.get(`${HUB}/filters/${id}`)).status()).toBe(404);
    const viewer = await api('viewer');
    const asked = await viewer.post(`${STATEMENT}/filters`, { data: { document: '529.982.247-25' } });
    expect([asked.status(), (await asked.json()).code]).toEqual([403, 'forbidden']);
  });
});

test.describe('GET /statement.csv', () => {
  test('200: every line of the filter', async ({ api }) => {
    const request = await api('analyst');
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const answer = await request.get(`${STATEMENT}.csv`, { params: { from: day, to: day } });
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
    });
    expect(answer.headers()['content-disposition']).toMatch(
      /^attachment; filename="statement-pix-[\d-]{10}\.csv"$/,
    );
    const rows = (await answer.text()).slice(1).trim().split('\r\n');
    expect(rows[0]).toMatch(/^id,createdAt,postedAt,type,/);
    const ids = rows.slice(1).map((row) => row.split(',')[0]);
    const listed: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const params: Record<string, string> = {
        from: day,
        to: day,
        limit: '200',
        ...(cursor ? { cursor } : {}),
      };
      const page = (await (await request.get(STATEMENT, { params })).json()) as Page;
      listed.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(listed.length).toBeGreaterThan(0);
    expect(ids).toEqual(listed);
  });

  test('403 for a role that may not export; 400 for a page of it', async ({ api }) => {
    const refused = await (await api('viewer')).get(`${STATEMENT}.csv`);
    expect([refused.status(), (await refused.json()).code]).toEqual([403, 'forbidden']);
    const paged = await (await api('finance')).get(`${STATEMENT}.csv`, { params: { limit: '10' } });
    expect(paged.status()).toBe(400);
  });

  test('a service that fails before the first row is a problem, not a short file', async ({
    api,
    control,
  }) => {
    await control('/fault', { kind: 'status', status: 422, errorCode: 'PZG422', path: ASKED });
    const answer = await (await api('finance')).get(`${STATEMENT}.csv`);
    expect([answer.status(), (await answer.json()).code]).toEqual([422, 'provider_rejected']);
  });
});
