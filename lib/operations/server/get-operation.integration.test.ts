import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { OperationExportQuery, OperationListQuery } from '#lib/operations/contract.ts';
import { exportOperations, listOperations } from '#lib/operations/server/get-operation.ts';
import { operatorContext } from '#lib/operations/server/testing/kinds.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
let ctx: Ctx;

const made = (id: string, createdAt: string, more: object) =>
  db()
    .insert(operations)
    .values({
      ...{ id, accountId: ctx.account.id, kind: 'refund.create', target: randomUUID(), state: 'confirmed' },
      ...{ operatorId: ctx.operator.id, createdAt: new Date(createdAt), ...more },
    });

beforeAll(async () => {
  ctx = await operatorContext(['read', 'reveal', 'export']);
  await made('late', '2026-11-20T02:59:59Z', { amount: 10_000, clientReference: 'pedido-1' });
  await made('next', '2026-11-20T03:00:00Z', { amount: 10_001, operatorId: 'somebody' });
  await made('early', '2026-11-18T12:00:00Z', { amount: 5_000, clientReference: '529.982.247-25' });
  await made('bare', '2026-11-18T12:00:01Z', { state: 'rejected' });
});

const idsOf = async (query: object) =>
  (await listOperations({ ctx, query: OperationListQuery.parse(query) })).items.map(({ id }) => id);

test.each([
  [{ from: '2026-11-19', to: '2026-11-19' }, ['late']],
  [{ to: '2026-11-18' }, ['bare', 'early']],
  [{ from: '2026-11-20T02:59:59Z' }, ['next', 'late']],
  [{ amountFrom: '5000', amountTo: '10000' }, ['late', 'early']],
  [{ amountFrom: '10001' }, ['next']],
  [{ operator: 'somebody' }, ['next']],
  [{ clientReference: 'pedido-1' }, ['late']],
  [{ amountTo: '10000', state: 'confirmed', sort: 'amount', order: 'asc' }, ['early', 'late']],
])('%j narrows the list and its file alike', async (query, ids) => {
  expect(await idsOf(query)).toEqual(ids);
  const { state: _, ...filter } = query as { state?: string };
  const file = await exportOperations(ctx, OperationExportQuery.parse(filter));
  const lines = (await file.text()).trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',')[0])).toEqual(ids);
});

test('a period that ends before it begins is refused', async () => {
  await expect(idsOf({ from: '2026-11-19', to: '2026-11-18' })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { fields: [{ field: 'to' }] },
  });
});

test('A1: a reference that a mask hides is looked for only with reveal, in the list and in the file', async () => {
  const masked = { clientReference: '529.982.247-25' };
  expect(await idsOf(masked)).toEqual(['early']);
  const blind = { ...ctx, permissions: new Set<Permission>(['read', 'export']) };
  const refused = { code: 'forbidden', details: { fields: [{ field: 'clientReference' }] } };
  await expect(listOperations({ ctx: blind, query: OperationListQuery.parse(masked) })).rejects.toMatchObject(
    refused,
  );
  await expect(exportOperations(blind, masked)).rejects.toMatchObject(refused);
});
