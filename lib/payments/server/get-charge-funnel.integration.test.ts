import { expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { ChargeFunnelPart, ChargeFunnelQuery } from '#lib/payments/contract.ts';
import { allOf, joinedFunnel } from '#lib/payments/funnel.ts';
import { getChargeFunnel } from '#lib/payments/server/get-figures.ts';
import { createCharge } from '#lib/payments/server/payment-operation.ts';
import { answerOf, withMoney } from '#lib/payments/server/testing/bench.ts';

const bench = withMoney();
const read = async (ctx: Ctx, query: object = {}) =>
  ChargeFunnelPart.parse(await getChargeFunnel({ ctx, query: ChargeFunnelQuery.parse(query) }));

test('U11: the funnel of the account’s own list: a paid, an open one and a sum, in the period asked for only', async () => {
  const ctx = bench().context();
  const before = allOf((await read(ctx)).funnel);
  await bench().paid(90_000);
  await answerOf(createCharge({ ctx, body: { amount: 12_345 } }));
  const { funnel, listed, nextCursor } = await read(ctx);
  expect({ listed, nextCursor }).toEqual({ listed: true, nextCursor: null });
  const all = allOf(funnel);
  expect(all.count - before.count).toBe(2);
  expect(all.sum - before.sum).toBe(102_345);
  expect(funnel.steps.open.sum).toBeGreaterThanOrEqual(12_345);
  expect(funnel.steps.paid.sum).toBeGreaterThanOrEqual(90_000);
  expect(funnel.speed.reduce((sum, count) => sum + count, 0)).toBe(funnel.steps.paid.count);
  const none = await read(ctx, { from: '2019-01-01', to: '2019-01-02' });
  expect(allOf(none.funnel).count).toBe(0);
});

test('U11: read on by its cursor until the list ends; where there is none nothing is counted', async () => {
  const ctx = bench().context();
  const { charges } = ctx.port;
  if (charges === undefined) throw new Error('The simulator has charges.');
  const rows = (await charges.list({}, { limit: 1, position: null }, {})).items;
  const list = vi.spyOn(charges, 'list').mockImplementation(async (_filter, { position }) => {
    const at = (position as number | null) ?? 0;
    return { items: rows, next: at < 6 ? at + 1 : null, total: 7, asOf: new Date().toISOString() };
  });
  const first = await read(ctx);
  const rest = await read(ctx, { cursor: first.nextCursor });
  expect([allOf(first.funnel).count, allOf(rest.funnel).count, rest.nextCursor]).toEqual([5, 2, null]);
  expect(allOf(joinedFunnel([first.funnel, rest.funnel])).count).toBe(first.total);
  await expect(read(ctx, { from: '2026-01-01', cursor: first.nextCursor })).rejects.toThrow(GuicheError);
  list.mockRejectedValueOnce(new GuicheError('not_supported', ''));
  expect(await read(ctx)).toMatchObject({ listed: false, nextCursor: null });
  list.mockRejectedValueOnce(new GuicheError('provider_timeout', ''));
  await expect(read(ctx)).rejects.toMatchObject({ code: 'provider_timeout' });
  list.mockRestore();
});

test('U11: narrowed to a virtual account or a term, of the rows that were read', async () => {
  const ctx = bench().context();
  const { charges } = ctx.port;
  if (charges === undefined) throw new Error('The simulator has charges.');
  const [row] = (await charges.list({}, { limit: 1, position: null }, {})).items;
  if (row === undefined) throw new Error('The simulator has a charge.');
  const of = (virtualAccount: string | null, minutes: number) => ({
    ...{ ...row, virtualAccount, status: 'EXPIRED', createdAt: '2026-11-19T15:00:00.000Z' },
    other: { expiresAt: new Date(Date.UTC(2026, 10, 19, 15, minutes)).toISOString() },
  });
  const items = [of('loja-a', 10), of('loja-a', 60), of('loja-b', 10), of(null, 10)];
  const asOf = new Date().toISOString();
  const list = vi.spyOn(charges, 'list').mockResolvedValue({ items, next: null, total: 4, asOf });
  const { funnel, choices, read: rows } = await read(ctx, { virtualAccount: 'loja-a', term: '10' });
  expect([allOf(funnel).count, rows]).toEqual([1, 4]);
  expect(choices.accounts.map(({ name, count }) => [name, count])).toEqual([
    ['loja-a', 2],
    ['loja-b', 1],
  ]);
  expect(choices.terms.map(({ minutes }) => minutes).toSorted((a, b) => a - b)).toEqual([10, 60]);
  list.mockRestore();
});
