import { z } from 'zod';
import { TransactionDetail } from '#lib/providers/records.ts';
import { TimelineEntry } from '#lib/transactions/contract.ts';
import { type List, MANY_ROWS, someone } from '../support/provider.ts';
import { expect, step, test } from './test.ts';

test.override('options', MANY_ROWS);

const LIST = '/api/accounts/pix/transactions';
const FILTERS = `${LIST}/filters`;

test('a transaction answers its record, and nothing of another', async ({ api, provider }) => {
  const raw = await someone(provider);
  const answer = await (await api('viewer')).get(`${LIST}/${raw.id}`);
  expect(answer.status()).toBe(200);
  const { transaction } = TransactionDetail.parse(await answer.json());
  expect(transaction).toMatchObject({ id: raw.id, status: raw.status, amount: Math.round(raw.amount * 100) });
});

test('personal data is masked by role in list, detail, timeline and search', async ({ api, provider }) => {
  const { id, payerDocument, payerName } = await someone(provider);
  const [document, name] = [payerDocument ?? '', payerName ?? ''];
  const read = async (role: 'viewer' | 'developer' | 'analyst') => {
    const request = await api(role);
    const texts = await Promise.all([
      request.get(`${LIST}?document=${document}`).then((answer) => answer.text()),
      request.get(`${LIST}/${id}`).then((answer) => answer.text()),
      request.get(`${LIST}/${id}/timeline`).then((answer) => answer.text()),
      request.post('/api/search', { data: { q: id } }).then((answer) => answer.text()),
    ]);
    return texts.join('\n');
  };
  for (const role of ['viewer', 'developer'] as const) {
    const text = await read(role);
    expect(text, 'the rows were found').toContain(id);
    expect(text).not.toContain(document);
    expect(text).not.toContain(name);
    expect(text).toContain(`***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`);
  }
  const text = await read('analyst');
  expect(text, 'documents stay masked until they are revealed').not.toContain(document);
  expect(text, 'names are shown with the permission').toContain(name);
});

test('revealing needs its permission and is in the log', async ({ api, provider, sql }) => {
  const { id, payerDocument } = await someone(provider);
  for (const role of ['viewer', 'developer'] as const) {
    const answer = await (await api(role)).get(`${LIST}/${id}?reveal=1`);
    expect(answer.status()).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'forbidden' });
  }
  const answer = await (await api('analyst')).get(`${LIST}/${id}?reveal=1`);
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain(payerDocument ?? '');
  const last = `select action, target, result from audit_log where operator_id = $1 order by seq desc limit 1`;
  expect(await sql(last, ['ready-analyst'])).toEqual([
    { action: 'transaction.reveal', target: id, result: 'ok' },
  ]);
  const odd = await (await api('analyst')).get(`${LIST}/${id}?reveal=yes`);
  expect(odd.status()).toBe(400);
  expect(await odd.json()).toMatchObject({ code: 'invalid_request', fields: [{ field: 'reveal' }] });
});

test('the timeline is newest first and begins with the creation', async ({ api, provider }) => {
  const { id, createdAt } = await someone(provider);
  const answer = await (await api('viewer')).get(`${LIST}/${id}/timeline`);
  expect(answer.status()).toBe(200);
  const { items: all } = z.object({ items: z.array(TimelineEntry) }).parse(await answer.json());
  // Operators' entries use this machine's time; other specs may have moved the simulator's ahead.
  const items = all.filter(({ kind }) => kind !== 'operator');
  const times = items.map((item) => Date.parse(item.at));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(items.at(-1)).toMatchObject({ kind: 'created' });
  expect(Date.parse(items.at(-1)?.at ?? '')).toBe(Date.parse(createdAt));
  expect(items.map((item) => item.kind)).toContain('paid');
});

test('an id that names nothing is not found, one that cannot be an id is refused', async ({ api }) => {
  const request = await api('admin');
  for (const [id, status, code] of [
    ['no-such-id', 404, 'not_found'],
    ['%20', 400, 'invalid_request'],
    ['..%2Fbalance', 400, 'invalid_request'],
    ['x'.repeat(129), 400, 'invalid_request'],
    ['%F0%9F%92%A9', 400, 'invalid_request'],
  ] as const)
    for (const tail of ['', '/timeline'])
      await step(`${id.slice(0, 20)}${tail}`, async () => {
        const answer = await request.get(`${LIST}/${id}${tail}`);
        expect(answer.status()).toBe(status);
        expect(await answer.json()).toMatchObject({ code });
      });
});

test.describe('a stored filter', () => {
  test('stands in for document and name, whoever of the account uses it; masked for who sees no personal data', async ({
    api,
    provider,
  }) => {
    const stored = await (await api('analyst')).post(FILTERS, {
      data: { document: '123.456.789-09', name: 'Ana' },
    });
    expect(stored.status()).toBe(201);
    const { id } = (await stored.json()) as { id: string };
    expect(id).toMatch(/^[\w-]{16,}$/);
    const request = await api('viewer');
    const answer = await request.get(LIST, { params: { f: id, status: 'COMPLETED' } });
    expect(answer.status()).toBe(200);
    expect(await provider.received('/user/transactions')).toMatchObject([
      { document: '12345678909', name: 'Ana', status: 'COMPLETED' },
    ]);
    const read = await request.get(`${FILTERS}/${id}`);
    expect(read.status()).toBe(200);
    expect(await read.json()).toEqual({ document: '***.456.789-**', name: 'Ana' });
  });

  test('is one filter with its cursor', async ({ api, provider }) => {
    const { payerDocument } = await someone(provider);
    const request = await api('analyst');
    const make = async (data: object) =>
      ((await (await request.post(FILTERS, { data })).json()) as { id: string }).id;
    const [one, other] = [await make({ document: payerDocument }), await make({ name: 'Silva' })];
    const first = (await (await request.get(LIST, { params: { f: one, limit: 1 } })).json()) as List;
    const { items } = (await (await request.get(LIST, { params: { f: other, limit: 1 } })).json()) as List;
    expect(first.items).toHaveLength(1);
    expect(items.length).toBeLessThanOrEqual(1);
    if (first.nextCursor === null) return;
    const crossed = await request.get(LIST, { params: { f: other, limit: 1, cursor: first.nextCursor } });
    expect(crossed.status()).toBe(400);
  });

  test('must hold something, and only what it is for', async ({ api }) => {
    const request = await api('admin');
    for (const [data, field] of [
      [{}, 'document'],
      [{ document: '' }, 'document'],
      [{ document: 'x'.repeat(25) }, 'document'],
      [{ name: 'x'.repeat(121) }, 'name'],
      [{ name: 7 }, 'name'],
      [{ name: 'Ana', status: 'PENDING' }, 'status'],
      [[], 'body'],
    ] as const) {
      const answer = await request.post(FILTERS, { data });
      expect(answer.status(), JSON.stringify(data)).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ field }] });
    }
  });

  test('that nobody stored is not found', async ({ api }) => {
    const answer = await (await api('admin')).get(`${FILTERS}/AAAAAAAAAAAAAAAA`);
    expect(answer.status()).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  });
});
