import { randomBytes } from 'node:crypto';
import { SavedView } from '#lib/views/contract.ts';
import type { ApiClient } from '../support/api-client.ts';
import { operatorIdOf } from '../support/product.ts';
import { expect, test } from './test.ts';

const VIEWS = '/api/settings/views';
const NEW = {
  account: 'pix',
  page: 'transactions',
  name: 'Falhas',
  shared: false,
  filters: { status: 'ERROR', period: 'days7' },
  columns: ['time', 'state', 'who', 'amount'],
};

const key = () => ({ 'idempotency-key': randomBytes(16).toString('hex') });
const post = (request: ApiClient, over: object = {}, headers = key()) =>
  request.post(VIEWS, { data: { ...NEW, ...over }, headers });
const patch = (request: ApiClient, id: string, data: object) =>
  request.patch(`${VIEWS}/${id}`, { data, headers: key() });
const remove = (request: ApiClient, id: string) => request.delete(`${VIEWS}/${id}`, { headers: key() });
const make = async (request: ApiClient, over: object = {}) => {
  const answer = await post(request, over);
  expect(answer.status(), await answer.text()).toBe(201);
  return SavedView.parse(await answer.json());
};
const namesOf = async (request: ApiClient, query = '') => {
  const answer = await request.get(`${VIEWS}${query}`);
  expect(answer.status()).toBe(200);
  const { items, nextCursor, total } = (await answer.json()) as {
    items: SavedView[];
    nextCursor: null;
    total: number;
  };
  expect({ nextCursor, total }).toEqual({ nextCursor: null, total: items.length });
  return items.map(({ name }) => name);
};

test.beforeEach(async ({ sql }) => void (await sql('delete from saved_views')));

test('201: a view is kept as it was given, and listed for its owner', async ({ api }) => {
  const request = await api('analyst');
  const view = await make(request);
  expect(view).toMatchObject({ ...NEW, mine: true, mayChange: true, version: 1 });
  expect(view.owner.id).toBe(operatorIdOf('analyst'));
  await make(request, { name: 'antes' });
  for (const query of ['', '?account=pix', '?account=pix&page=transactions'])
    expect(await namesOf(request, query)).toEqual(['antes', 'Falhas']);
  expect(await namesOf(await api('admin'))).toEqual([]);
});

test('200: name, sharing, filters and columns change; what is absent stays', async ({ api }) => {
  const request = await api('viewer');
  const { id } = await make(request);
  const changes = [
    { name: 'Falhas de hoje' },
    { shared: true },
    { filters: { type: 'DEPOSIT', amount: '12345' } },
    { columns: ['time', 'amount'] },
  ];
  for (const [at, change] of changes.entries()) {
    const answer = await patch(request, id, { version: at + 1, ...change });
    expect(answer.status(), await answer.text()).toBe(200);
    expect(await answer.json()).toMatchObject({ ...change, version: at + 2 });
  }
  const { items } = (await (await request.get(VIEWS)).json()) as { items: object[] };
  expect(items).toMatchObject([Object.assign({}, ...changes)]);
});

test('204: a deleted view is gone for everybody', async ({ api }) => {
  const request = await api('viewer');
  const { id } = await make(request, { shared: true });
  expect(await namesOf(await api('finance'))).toEqual(['Falhas']);
  expect((await remove(request, id)).status()).toBe(204);
  expect(await namesOf(await api('finance'))).toEqual([]);
  expect((await remove(request, id)).status()).toBe(404);
});

test('403: a shared view is changed by its owner and administrators only', async ({ api, sql }) => {
  const { id } = await make(await api('analyst'), { shared: true });
  for (const role of ['viewer', 'developer', 'finance'] as const) {
    const request = await api(role);
    const { items } = (await (await request.get(VIEWS)).json()) as { items: object[] };
    expect(items).toMatchObject([{ id, mine: false, mayChange: false }]);
    for (const answer of [await patch(request, id, { version: 1, name: 'x' }), await remove(request, id)]) {
      expect(answer.status()).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'forbidden' });
    }
    const [entry] = await sql(
      'select action, target, result from audit_log where operator_id = $1 order by seq desc limit 1',
      [operatorIdOf(role)],
    );
    expect(entry).toEqual({ action: 'view.delete', target: id, result: 'refused' });
  }
  const admin = await api('admin');
  expect((await patch(admin, id, { version: 1, name: 'Da conta' })).status()).toBe(200);
  expect((await remove(admin, id)).status()).toBe(204);
});

test('404: somebody’s private view, an account one cannot read, an id that names nothing', async ({
  api,
  sql,
}) => {
  const { id } = await make(await api('analyst'));
  const admin = await api('admin');
  for (const answer of [
    await patch(admin, id, { version: 1, name: 'x' }),
    await remove(admin, id),
    await remove(admin, 'no-such-view'),
    await post(admin, { account: 'other' }),
    await admin.get(`${VIEWS}?account=other`),
  ]) {
    expect(answer.status(), answer.url()).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not_found' });
  }
  const mine = operatorIdOf('finance');
  const finance = await api('finance');
  await make(await api('analyst'), { name: 'de todos', shared: true });
  expect(await namesOf(finance)).toEqual(['de todos']);
  await sql(`update grants set account = 'another account' where operator_id = $1`, [mine]);
  try {
    // Another instance may have read the grants a moment ago.
    await expect.poll(() => namesOf(finance), { timeout: 7_000 }).toEqual([]);
    expect((await post(finance)).status()).toBe(404);
  } finally {
    await sql(`update grants set account = '*' where operator_id = $1`, [mine]);
  }
});

test('409: the name is taken, or the view was changed meanwhile', async ({ api }) => {
  const request = await api('analyst');
  const { id } = await make(request);
  const taken = await post(request, { name: 'FALHAS' });
  expect(taken.status()).toBe(409);
  expect(await taken.json()).toMatchObject({
    code: 'conflict',
    fields: [{ field: 'name', message: 'taken' }],
  });
  await patch(request, id, { version: 1, name: 'Outra' });
  const late = await patch(request, id, { version: 1, shared: true });
  expect(late.status()).toBe(409);
  expect(await late.json()).toMatchObject({ code: 'conflict', existing: { id, name: 'Outra', version: 2 } });
});

test('a key makes one view, however often it is sent; with another body 409', async ({ api }) => {
  const request = await api('analyst');
  const headers = key();
  const answers = await Promise.all([1, 2, 3].map(() => post(request, {}, headers)));
  expect(answers.map((answer) => answer.status())).toEqual([201, 201, 201]);
  const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as SavedView).id));
  expect(new Set(ids).size).toBe(1);
  const other = await post(request, { name: 'Outra' }, headers);
  expect(other.status()).toBe(409);
  expect(await other.json()).toMatchObject({ code: 'idempotency_conflict' });
  const { id = '' } = { id: ids[0] };
  const gone = { headers: key() };
  expect((await request.delete(`${VIEWS}/${id}`, gone)).status()).toBe(204);
  expect((await request.delete(`${VIEWS}/${id}`, gone)).status()).toBe(204);
});

test('400: without a key, or with a value that cannot be', async ({ api }) => {
  const request = await api('analyst');
  const { id } = await make(request, { name: 'there' });
  const bare = [
    await request.post(VIEWS, { data: NEW }),
    await request.patch(`${VIEWS}/${id}`, { data: { version: 1 } }),
    await request.delete(`${VIEWS}/${id}`),
  ];
  for (const answer of bare) {
    expect(answer.status()).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: [{ field: 'Idempotency-Key' }] });
  }
  for (const [over, field] of [
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ page: 'elsewhere' }, 'page'],
    [{ columns: [] }, 'columns'],
    [{ filters: { document: '52998224725' } }, 'filters.document'],
    [{ filters: { name: 'Ana' } }, 'filters.name'],
    [{ filters: { status: 'so so' } }, 'filters.status'],
    [{ filters: { f: 'nothing-of-this-kind' } }, 'filters.f'],
    [{ colour: 'red' }, 'colour'],
  ] as const) {
    const answer = await post(request, over);
    expect(answer.status(), JSON.stringify(over)).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', fields: [{ field }] });
  }
  const unversioned = await patch(request, id, { name: 'x' });
  expect(await unversioned.json()).toMatchObject({ fields: [{ field: 'version' }] });
});

test('a stored filter outlives its 30 days while a view names it', async ({ api, sql }) => {
  const request = await api('analyst');
  const filters = '/api/accounts/pix/transactions/filters';
  const store = async (name: string) =>
    ((await (await request.post(filters, { data: { name } })).json()) as { id: string }).id;
  const [kept, lost] = [await store('Ana'), await store('Bia')];
  const { id } = await make(request, { filters: { f: kept } });
  const age = () => sql(`update stored_filters set used_at = now() - interval '31 days'`);
  await age();
  await store('clears what is old');
  expect((await request.get(`${filters}/${kept}`)).status()).toBe(200);
  expect((await request.get(`${filters}/${lost}`)).status()).toBe(404);
  expect((await remove(request, id)).status()).toBe(204);
  await age();
  expect((await request.get(`${filters}/${kept}`)).status()).toBe(404);
});

test('views of the log stand above all accounts: theirs who manage them, and no account’s', async ({
  api,
  sql,
}) => {
  const admin = await api('admin');
  const log = { account: '*', page: 'audit', filters: { result: 'refused' }, columns: ['time'] };
  const { id } = await make(admin, { ...log, name: 'Recusas', shared: true });
  expect(await namesOf(admin, '?account=*&page=audit')).toEqual(['Recusas']);
  expect(await namesOf(admin)).toEqual(['Recusas']);
  for (const over of [{ account: 'pix' }, { page: 'transactions', filters: {} }]) {
    const answer = await post(admin, { ...log, ...over, name: 'Outra' });
    expect([answer.status(), (await answer.json()).fields[0].field]).toEqual([400, 'account']);
  }
  const finance = await api('finance');
  expect((await post(finance, { ...log, name: 'Minhas' })).status()).toBe(404);
  expect((await finance.get(`${VIEWS}?account=*`)).status()).toBe(404);
  expect(await namesOf(finance)).toEqual([]);
  expect((await patch(finance, id, { version: 1, name: 'Minha' })).status()).toBe(404);
  const rows = await sql(`select account_id from audit_log where target = $1 and action = 'view.create'`, [
    id,
  ]);
  expect(rows).toEqual([{ account_id: null }]);
});
