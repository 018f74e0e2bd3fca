import { expect, test } from 'vitest';
import { callsOfMinute } from '#lib/connections/server/connections.ts';
import { CallBudget } from '#lib/data/rate-limit/calls.ts';
import { budgetsNow } from '#lib/providers/registry.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

test('the calls of a minute are counted against each account’s own budget, of every process together', async () => {
  expect(await callsOfMinute()).toEqual([]);
  const limits = { perMinute: 60, perDay: 2_000, adaptive: false };
  const clientOf = (name: string) => new CallBudget(`acc-1 ${name}`, limits);
  for (const name of ['main', 'sandbox']) budgetsNow().set(`acc-1 ${name}`, { slug: 'pix', name, limits });
  budgetsNow().set('acc-2 main', { slug: 'hub', name: 'main', limits });
  expect(await callsOfMinute(), 'none was made').toEqual([]);
  for (const client of [clientOf('main'), clientOf('main'), clientOf('sandbox')])
    await client.take('operator');
  const [pix, ...others] = await callsOfMinute();
  expect(others).toEqual([]);
  expect(pix).toEqual({ id: 'acc-1', limit: 60, taken: 2 });
});
