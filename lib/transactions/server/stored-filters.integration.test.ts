import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { storedFilters } from '#lib/data/schema/operations.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { listTransactions } from '#lib/transactions/server/list-transactions.ts';
import { getStoredFilter, storedFilter, storeFilter } from '#lib/transactions/server/stored-filters.ts';
import { contextWith } from '#lib/transactions/server/testing/samples.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
/** `op_1`, who stores filters here, is an analyst of the account. */
const { ctx } = contextWith({ permissions: ['read', 'reveal'] });
const elsewhere = { ...ctx, account: { ...ctx.account, id: 'acc_2' } };
const other = (...permissions: ('read' | 'reveal')[]) => {
  const made = contextWith({ permissions });
  return { ...made, ctx: { ...made.ctx, operator: { ...made.ctx.operator, id: 'op_2' } } };
};
const usedDaysAgo = (id: string, days: number) =>
  db()
    .update(storedFilters)
    .set({ usedAt: new Date(Date.now() - days * 86_400_000) })
    .where(eq(storedFilters.id, id));
const roleOf = (operatorId: string, role: string) =>
  db().update(grants).set({ role }).where(eq(grants.operatorId, operatorId));

beforeAll(async () => {
  for (const id of ['op_1', 'op_2']) {
    await db()
      .insert(operators)
      .values({ id, name: id, email: `${id}@example.com` });
    await db().insert(grants).values({ operatorId: id, account: 'acc_1', role: 'analyst' });
  }
});

test('is read back on its account only', async () => {
  const { id } = await storeFilter({ ctx, body: { document: '52998224725', name: 'Ana' } });
  expect(id).toMatch(/^[\w-]{16}$/);
  expect(await getStoredFilter({ ctx, id })).toEqual({ document: '52998224725', name: 'Ana' });
  await expect(getStoredFilter({ ctx: elsewhere, id })).rejects.toMatchObject({ code: 'not_found' });
  expect(await storedFilter(ctx, 'nothing')).toBeNull();
});

test('an empty one is refused', async () => {
  await expect(storeFilter({ ctx, body: {} })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('A2: without reveal it is masked, and may be filtered by; in clear for another it is in the audit', async () => {
  const { id } = await storeFilter({ ctx, body: { document: '52998224725', name: 'Ana Maria Souza' } });
  const viewer = other('read');
  expect(await getStoredFilter({ ctx: viewer.ctx, id })).toEqual({
    document: '***.982.247-**',
    name: 'Ana S.',
  });
  expect(viewer.audited).toEqual([]);
  await listTransactions({ ctx: viewer.ctx, query: { limit: 50, f: id } });
  expect(viewer.requests[0]?.filter).toMatchObject({ document: '52998224725', name: 'Ana Maria Souza' });
  const analyst = other('read', 'reveal');
  expect(await getStoredFilter({ ctx: analyst.ctx, id })).toMatchObject({ document: '52998224725' });
  expect(analyst.audited).toEqual([{ action: 'filter.reveal', target: id }]);
});

test('A1: one that nobody with reveal made serves nobody without it', async () => {
  const { id } = await storeFilter({ ctx, body: { document: '52998224725' } });
  await roleOf('op_1', 'viewer');
  try {
    const { id: another } = await storeFilter({ ctx, body: { document: '52998224725' } });
    const refused = (target: string) => ({
      ...{ action: 'permission', target, result: 'refused', after: { needed: 'reveal' } },
    });
    const list = (by: Ctx, f: string) => listTransactions({ ctx: by, query: { limit: 50, f } });
    const read = (by: Ctx, of: string) => getStoredFilter({ ctx: by, id: of });
    for (const [run, repeat] of [
      [list, read],
      [read, list],
    ] as const) {
      const viewer = other('read');
      const forbidden = async (tried: Promise<unknown>) =>
        expect(tried).rejects.toMatchObject({ code: 'forbidden' });
      await forbidden(run(viewer.ctx, id));
      expect(viewer.audited, 'a try is in the audit').toEqual([refused(id)]);
      await forbidden(repeat(viewer.ctx, id));
      await forbidden(run(viewer.ctx, another));
      expect(viewer.audited, 'each filter once').toEqual([refused(id), refused(another)]);
      expect(viewer.requests).toEqual([]);
    }
  } finally {
    await roleOf('op_1', 'analyst');
  }
});

test('lives 30 days from its last use', async () => {
  const { id } = await storeFilter({ ctx, body: { name: 'Ana' } });
  await usedDaysAgo(id, 29);
  expect(await storedFilter(ctx, id)).toEqual({ name: 'Ana' });
  const [row] = await db().select().from(storedFilters).where(eq(storedFilters.id, id));
  expect(Date.now() - (row?.usedAt.getTime() ?? 0)).toBeLessThan(60_000);
  await usedDaysAgo(id, 30);
  expect(await storedFilter(ctx, id)).toBeNull();
});
