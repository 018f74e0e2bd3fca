import { get, type IncomingMessage } from 'node:http';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../own-product.ts';
import { type Item, type List, MANY_ROWS } from '../support/provider.ts';

test.use({ more: MANY_ROWS });

const LIST = '/api/accounts/pix/transactions';
const CSV = `${LIST}.csv`;
const ASKED = '/user/transactions';
const DAY_MS = 86_400_000;

/** A day that is over: what is in it does not change any more, but for late refunds. */
const pastDay = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** RFC 4180: quoted cells may hold commas, quotes and line ends. */
function parseCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  const [head = [], ...lines] = rows.filter((row) => row.length > 1);
  return lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ''])));
}

async function wholeList(request: APIRequestContext, filter: { [name: string]: string }): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const params = { ...filter, limit: '400', ...(cursor === '' ? {} : { cursor }) };
    const page = (await (await request.get(LIST, { params })).json()) as List;
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

test('the file is the list: every row once, its amounts and times as written for people', async ({ api }) => {
  const request = await api('finance');
  const filter = { from: pastDay(6), to: pastDay(4) };
  const answer = await request.get(CSV, { params: filter });
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers()['content-disposition']).toMatch(
    /^attachment; filename="transactions-pix-[\d-]{10}\.csv"$/,
  );
  expect(answer.headers()['cache-control']).toBe('private, no-store');
  const body = await answer.body();
  expect([...body.subarray(0, 3)], 'byte order mark').toEqual([0xef, 0xbb, 0xbf]);
  const text = body.toString('utf8').slice(1);
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const names = text.slice(0, text.indexOf('\r\n')).split(',');
  for (const name of [
    'id',
    'createdAt',
    'paidAt',
    'status',
    'type',
    'method',
    'amount',
    'serviceFeeCharged',
    'payerDocument',
    'refundAmount',
    'endToEndId',
    'clientReference',
  ])
    expect(names, 'document 1’s field names').toContain(name);
  const rows = parseCsv(text);
  const items = await wholeList(request, filter);
  expect(items.length).toBeGreaterThan(1000);
  expect(rows.map((row) => row.id)).toEqual(items.map((item) => item.id));
  for (const [at, item] of items.entries()) {
    const { amount = '', createdAt = '' } = rows[at] ?? {};
    expect.soft(amount).toMatch(/^\d+\.\d{2}$/);
    expect.soft(amount.replace('.', '').replace(/^0+(?=\d)/, '')).toBe(String(item.amount));
    expect.soft(createdAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?-03:00$/);
    expect.soft(Date.parse(createdAt)).toBe(Date.parse(item.createdAt ?? ''));
  }
});

test('cells that a spreadsheet would run are text, and the rest is quoted right', async ({
  api,
  provider,
}) => {
  const references = ['=1+1', '+55 11', '-2+3', '@SUM(A1)', '\tcmd', 'a,b', 'say "hi"', ' spaced '];
  const mark = `csv-${Date.now()}`;
  for (const reference of references)
    await provider.create({ amount: 1.1, clientReference: `${reference}${mark}`, virtualAccount: mark });
  const answer = await (await api('analyst')).get(CSV, { params: { virtualAccount: mark } });
  const rows = parseCsv((await answer.text()).slice(1));
  const expected = references.map((one) => `${/^[=+\-@\t]/.test(one) ? "'" : ''}${one}${mark}`);
  expect(rows.map((row) => row.clientReference).toSorted()).toEqual(expected.toSorted());
  expect(new Set(rows.map((row) => row.amount)), 'numbers stay numbers').toEqual(new Set(['1.10']));
});

test('a day without rows is a file with its header only', async ({ api }) => {
  const answer = await (await api('admin')).get(CSV, { params: { from: '2020-01-01', to: '2020-01-01' } });
  expect(answer.status()).toBe(200);
  expect((await answer.text()).split('\r\n').filter((line) => line !== '')).toHaveLength(1);
});

test('personal data leaves in clear only with its permission, and the log knows who took what', async ({
  api,
  sql,
  provider,
}) => {
  const { transactions } = await provider.list({ limit: 200, status: 'COMPLETED', type: 'DEPOSIT' });
  const raw = transactions.find((one) => /^\d{11}$/.test(one.payerDocument ?? ''));
  const document = raw?.payerDocument ?? '';
  const answer = await (await api('finance')).get(CSV, { params: { document } });
  const rows = parseCsv((await answer.text()).slice(1));
  expect(rows.map((row) => row.payerDocument)).toContain(document);
  const [entry] = await sql(
    `select action, result, after from audit_log where operator_id = 'ready-finance' order by seq desc limit 1`,
  );
  expect(entry).toMatchObject({
    action: 'transactions.export',
    result: 'ok',
    after: { inClear: true, count: rows.length },
  });
  expect(JSON.stringify(entry)).not.toContain(document);
});

test('without the permission there is no file', async ({ api, provider }) => {
  for (const role of ['viewer', 'developer'] as const) {
    const answer = await (await api(role)).get(CSV);
    expect(answer.status()).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'forbidden' });
  }
  expect(await provider.received(ASKED)).toEqual([]);
});

test.describe('a fault of the first page is a problem, not a file:', () => {
  for (const [fault, status, code] of [
    [{ status: 401 }, 502, 'provider_credential'],
    [{ status: 403, errorCode: 'PZA206' }, 403, 'provider_rejected'],
    [{ status: 429, retryAfterSeconds: 90 }, 429, 'rate_limited'],
    [{ status: 500, errorCode: 'PZI101' }, 503, 'provider_unavailable'],
  ] as const)
    test(`${status} for ${JSON.stringify(fault)}`, async ({ api, provider }) => {
      await provider.fault({ kind: 'status', path: ASKED, ...fault });
      const answer = await (await api('admin')).get(CSV);
      expect(answer.status()).toBe(status);
      expect(answer.headers()['content-type']).toContain('application/problem+json');
      expect(answer.headers()['content-disposition']).toBeUndefined();
      expect(await answer.json()).toMatchObject({ code });
    });

  test('504 for silence', async ({ api, provider }) => {
    await provider.fault({ kind: 'silent', path: ASKED });
    const answer = await (await api('admin')).get(CSV);
    expect(answer.status()).toBe(504);
    expect(await answer.json()).toMatchObject({ code: 'provider_timeout' });
  });
});

/** The whole result, begun and stopped after its first bytes. */
async function begin(request: APIRequestContext, url: string, file = CSV): Promise<IncomingMessage> {
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}${file}`, { headers: { cookie }, agent: false }, resolve).on('error', reject);
  });
  await new Promise<void>((resolve) => answer.once('readable', resolve));
  expect(answer.statusCode).toBe(200);
  return answer;
}

/** How it ended: `whole` only when the other side said so. */
function ending(answer: IncomingMessage): Promise<'whole' | 'broken'> {
  return new Promise((resolve) => {
    answer.once('end', () => resolve('whole'));
    answer.once('error', () => resolve('broken'));
    answer.once('aborted', () => resolve('broken'));
    answer.resume();
  });
}

for (const file of [CSV, `${CSV}?form=sheet`, `${LIST}.xlsx`])
  test(`a fault in the middle breaks the connection of ${file}: a short file never looks whole`, async ({
    api,
    product,
    provider,
  }) => {
    const answer = await begin(await api('admin'), product.url, file);
    await provider.fault({
      kind: 'status',
      path: ASKED,
      status: 403,
      errorCode: 'PZA206',
      untilCleared: true,
    });
    expect(await ending(answer)).toBe('broken');
  });

test('a fault that passes costs no row', async ({ api, provider }) => {
  const filter = { from: pastDay(6), to: pastDay(4) };
  await provider.fault({ kind: 'status', path: ASKED, status: 503, retryAfterSeconds: 0, count: 1 });
  const rows = parseCsv((await (await (await api('admin')).get(CSV, { params: filter })).text()).slice(1));
  const items = await wholeList(await api('admin'), filter);
  expect(rows.map((row) => row.id)).toEqual(items.map((item) => item.id));
});

test('whoever goes away stops the reading', async ({ api, product, provider }) => {
  const answer = await begin(await api('admin'), product.url);
  answer.destroy();
  const count = async () => (await provider.received(ASKED)).length;
  await expect(async () => {
    const before = await count();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await count()).toBe(before);
  }).toPass({ timeout: 10_000 });
  expect(await count(), 'of about sixty pages').toBeLessThan(40);
});
