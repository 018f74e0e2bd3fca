import { beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { listTransactions } from '#lib/transactions/server/list-transactions.ts';
import { contextWith, page, transaction } from '#lib/transactions/server/testing/samples.ts';

const stored = vi.hoisted(() => ({ filters: new Map<string, object>() }));
vi.mock('#lib/transactions/server/stored-filters.ts', () => ({
  storedFilter: async ({ account }: Ctx, id: string) => stored.filters.get(`${account.id} ${id}`) ?? null,
}));
vi.mock('#lib/core/env/secret.ts', async (original) => ({
  ...(await original<typeof import('#lib/core/env/secret.ts')>()),
  masterSecrets: () => ['s'.repeat(32)],
  deriveKey: (purpose: string) => Buffer.from(purpose.padEnd(32, '.')),
}));
beforeEach(() => stored.filters.clear());

const query = (over: object = {}) => ({ limit: 50, ...over });

test('São Paulo days become instants, both days included', async () => {
  const { ctx, requests } = contextWith();
  await listTransactions({ ctx, query: query({ from: '2026-11-18', to: '2026-11-19' }) });
  await listTransactions({ ctx, query: query({ from: '2018-11-03', to: '2018-11-04' }) });
  await listTransactions({
    ctx,
    query: query({ from: '2026-11-18T10:00:00-03:00', to: '2026-11-19T00:00:00Z' }),
  });
  expect(requests.map(({ filter }) => [filter.from, filter.to])).toEqual([
    ['2026-11-18T03:00:00.000Z', '2026-11-20T03:00:00.000Z'],
    ['2018-11-03T03:00:00.000Z', '2018-11-05T02:00:00.000Z'],
    ['2026-11-18T13:00:00.000Z', '2026-11-19T00:00:00.000Z'],
  ]);
});

test.each([
  [{ from: '2026-13-45' }, 'from'],
  [{ to: '2026-02-30' }, 'to'],
  [{ from: '2026-11-19', to: '2026-11-18' }, 'to'],
  [{ f: 'unknown-filter' }, 'f'],
])('%j is refused by name', async (over, field) => {
  const { ctx, requests } = contextWith();
  await expect(listTransactions({ ctx, query: query(over) })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { fields: [{ field }] },
  });
  expect(requests).toHaveLength(0);
});

test('the rest of the filter, and a stored one of this account, reach the provider', async () => {
  stored.filters.set('acc_1 stored-1', { document: '529.982.247-25', name: 'Ana' });
  stored.filters.set('acc_2 stored-2', { name: 'Bia' });
  const { ctx, requests } = contextWith();
  await listTransactions({
    ctx,
    query: query({ status: ['COMPLETED'], amount: 1010, f: 'stored-1', limit: 7 }),
  });
  expect(requests[0]).toMatchObject({
    limit: 7,
    position: null,
    filter: { status: ['COMPLETED'], amount: 1010, document: '529.982.247-25', name: 'Ana' },
    call: { priority: 'operator' },
  });
  await expect(listTransactions({ ctx, query: query({ f: 'stored-2' }) })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

test('the cursor goes on where the page ended, for this account and these filters only', async () => {
  const pages = [page([transaction()], { edge: 7 }, 90), page([transaction({ id: 'tx_2' })], null, 90)];
  const { ctx, requests } = contextWith({ pages, permissions: ['read', 'reveal'] });
  const filter = { status: ['COMPLETED'], name: 'Ana' };
  const { nextCursor, total } = await listTransactions({ ctx, query: query(filter) });
  const cursor = nextCursor ?? '';
  expect(total).toBe(90);
  expect(await listTransactions({ ctx, query: query({ ...filter, limit: 9, cursor }) })).toMatchObject({
    items: [{ id: 'tx_2' }],
    nextCursor: null,
  });
  expect(requests[1]).toMatchObject({ position: { edge: 7 }, limit: 9 });
  const other = { ...ctx, account: { ...ctx.account, id: 'acc_2' } };
  for (const call of [
    { ctx, query: query({ cursor }) },
    { ctx, query: query({ ...filter, name: 'Bia', cursor }) },
    { ctx: other, query: query({ ...filter, cursor }) },
    { ctx, query: query({ ...filter, cursor: `${cursor}x` }) },
    { ctx, query: query({ ...filter, cursor: 'x' }) },
  ])
    await expect(listTransactions(call)).rejects.toMatchObject({ code: 'invalid_request' });
  expect(requests).toHaveLength(2);
});

test('documents are masked for everybody, names for roles without reveal', async () => {
  const pages = [page([transaction()])];
  const viewer = await listTransactions({ ctx: contextWith({ pages }).ctx, query: query() });
  expect(viewer.items[0]?.payer).toMatchObject({ name: 'Ana S.', document: '***.982.247-**' });
  const { ctx } = contextWith({ pages, permissions: ['read', 'reveal'] });
  const analyst = await listTransactions({ ctx, query: query() });
  expect(analyst.items[0]?.payer).toMatchObject({ name: 'Ana Maria Souza', document: '***.982.247-**' });
});

test('a refused document with letters names the reason at its field', async () => {
  const refusal = new GuicheError('provider_rejected', 'x', {
    status: 400,
    provider: { code: 'PZV001', message: null, requestId: null, status: 400 },
  });
  const listOf = (document: string) =>
    listTransactions({
      ctx: contextWith({ pages: [refusal], permissions: ['read', 'reveal'] }).ctx,
      query: query({ document }),
    });
  await expect(listOf('12ABC34501DE35')).rejects.toMatchObject({
    code: 'provider_rejected',
    status: 400,
    details: { fields: [{ field: 'document', message: 'digits_only' }] },
  });
  await expect(listOf('52998224725')).rejects.toBe(refusal);
});

test('an account without a list of transactions does not support it', async () => {
  const { ctx } = contextWith();
  await expect(
    listTransactions({ ctx: { ...ctx, port: { kind: 'hub' } }, query: query() }),
  ).rejects.toMatchObject({ code: 'not_supported' });
});

test.each([
  { document: '529' },
  { name: 'A' },
  { document: '52998224725', name: 'Ana', status: ['COMPLETED'] },
  { clientReference: 'pedido-529.982.247-25' },
  { virtualAccount: '52998224725' },
  { clientReference: 'ana@example.com' },
])('A1: without reveal %j is refused before any request, and noted without its values', async (over) => {
  const { ctx, requests, audited } = contextWith();
  const fields = Object.keys(over).filter((name) => name !== 'status');
  await expect(listTransactions({ ctx, query: query(over) })).rejects.toMatchObject({
    code: 'forbidden',
    details: { fields: fields.map((field) => ({ field, message: 'needs_reveal' })) },
  });
  expect(requests).toEqual([]);
  expect(audited).toMatchObject([{ action: 'permission', result: 'refused', after: { fields } }]);
  expect(JSON.stringify(audited)).not.toMatch(/529|Ana|example/);
});

test('A1: references that hide nobody are open to everybody', async () => {
  const { ctx, requests } = contextWith();
  await listTransactions({ ctx, query: query({ clientReference: 'pedido-77', virtualAccount: 'loja 3' }) });
  expect(requests).toHaveLength(1);
});
