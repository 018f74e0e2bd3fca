import { expect, test } from 'vitest';
import { db } from '#lib/data/client.ts';
import { resends } from '#lib/data/schema/resends.ts';
import { operatorContext } from '#lib/operations/server/testing/kinds.ts';
import { reachFor } from '#lib/providers/reach.ts';
import { ResendListQuery } from '#lib/resends/contract.ts';
import { listResends } from '#lib/resends/server/list-resends.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

test('a period narrows to the resends that were begun in it', async () => {
  const mine = await operatorContext();
  const ctx = { ...mine, ...reachFor({ kind: 'pix', resends: {} as never }) };
  const begun = ['2026-11-18T03:00:00Z', '2026-11-19T02:59:59Z', '2026-11-19T03:00:00Z'];
  for (const [number, at] of begun.entries())
    await db()
      .insert(resends)
      .values({
        ...{ id: `r${number}`, accountId: ctx.account.id, number, state: 'completed', scope: 'filter' },
        ...{ operatorId: ctx.operator.id, earliest: new Date(0), createdAt: new Date(at) },
      });
  const idsOf = async (query: object) =>
    (await listResends({ ctx, query: ResendListQuery.parse(query) })).items.map(({ id }) => id);
  expect(await idsOf({ from: '2026-11-18', to: '2026-11-18' })).toEqual(['r1', 'r0']);
  expect(await idsOf({ from: '2026-11-19' })).toEqual(['r2']);
  expect(await idsOf({})).toHaveLength(3);
});
