import { expect, test } from 'vitest';
import { databaseLeases } from '#lib/accounts/server/budget-leases.ts';
import { callsOfMinute } from '#lib/connections/server/connections.ts';
import { createBudget, limitsFor } from '#lib/core/http/budget.ts';
import { budgetsNow } from '#lib/providers/registry.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

test('the calls of a minute are counted against each account’s own budget, of every process together', async () => {
  expect(await callsOfMinute()).toEqual([]);
  const limits = limitsFor({ simulator: false }, 'sbx_1');
  if (limits === null) throw new Error('A sandbox token has limits.');
  const clientOf = (name: string) =>
    createBudget(limits, Date.now, { leases: (_, all) => databaseLeases(`acc-1 ${name}`, all) });
  for (const name of ['main', 'sandbox']) budgetsNow().set(`acc-1 ${name}`, { slug: 'pix', name, limits });
  budgetsNow().set('acc-2 main', { slug: 'hub', name: 'main', limits });
  expect(await callsOfMinute(), 'none was made').toEqual([]);
  for (const client of [clientOf('main'), clientOf('main'), clientOf('sandbox')])
    await client.take('operator');
  const [pix, ...others] = await callsOfMinute();
  expect(others).toEqual([]);
  expect(pix).toMatchObject({ id: 'acc-1', limit: 60 });
  // Each process leased at least the one that it made, and together far less than all.
  expect(pix?.taken).toBeGreaterThanOrEqual(2);
  expect(pix?.taken).toBeLessThan(60);
});
