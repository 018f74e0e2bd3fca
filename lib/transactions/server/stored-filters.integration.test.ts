import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db } from '#lib/db/client.ts';
import { storedFilters } from '#lib/db/schema/requests.ts';
import { getStoredFilter, storedFilter, storeFilter } from '#lib/transactions/server/stored-filters.ts';
import { contextWith } from '#lib/transactions/server/testing/samples.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const { ctx } = contextWith();
const elsewhere = { ...ctx, account: { ...ctx.account, id: 'acc_2' } };
const usedDaysAgo = (id: string, days: number) =>
  db()
    .update(storedFilters)
    .set({ usedAt: new Date(Date.now() - days * 86_400_000) })
    .where(eq(storedFilters.id, id));

test('is read back on its account only', async () => {
  const { id } = await storeFilter({ ctx, body: { document: '52998224725', name: 'Ana' } });
  expect(id).toMatch(/^[\w-]{16}$/);
  expect(await getStoredFilter({ ctx, id })).toEqual({ document: '52998224725', name: 'Ana' });
  await expect(getStoredFilter({ ctx: elsewhere, id })).rejects.toMatchObject({ code: 'not_found' });
  expect(await storedFilter('acc_1', 'nothing')).toBeNull();
});

test('an empty one is refused', async () => {
  await expect(storeFilter({ ctx, body: {} })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('lives 30 days from its last use, then is removed', async () => {
  const { id } = await storeFilter({ ctx, body: { name: 'Ana' } });
  await usedDaysAgo(id, 29);
  expect(await storedFilter('acc_1', id)).toEqual({ name: 'Ana' });
  const [row] = await db().select().from(storedFilters).where(eq(storedFilters.id, id));
  expect(Date.now() - (row?.usedAt.getTime() ?? 0)).toBeLessThan(60_000);
  await usedDaysAgo(id, 30);
  expect(await storedFilter('acc_1', id)).toBeNull();
  await storeFilter({ ctx, body: { name: 'Bia' } });
  expect(await db().select().from(storedFilters).where(eq(storedFilters.id, id))).toEqual([]);
});
