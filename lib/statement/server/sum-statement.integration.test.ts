import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { withMoney } from '#lib/payments/server/testing/bench.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { PortPageRequest, StatementFilter } from '#lib/providers/port.ts';
import {
  StatementListQuery,
  StatementQuery,
  type StatementSums,
  StatementSumsQuery,
} from '#lib/statement/contract.ts';
import type { Reach } from '#lib/statement/ledger.ts';
import { periodSums } from '#lib/statement/period-sums.ts';
import { sumsOf } from '#lib/statement/rules.ts';
import { exportStatement, listStatement, sumStatement } from '#lib/statement/server/list-statement.ts';

const bench = withMoney({ transactions: 4_000 });
let ctx: Ctx;
let hub: Ctx;
beforeEach(() => {
  ctx = bench().context();
  hub = bench().onHub();
});

const list = (query: object, on = ctx) => listStatement({ ctx: on, query: StatementListQuery.parse(query) });
/** Every part of the sums, read on by the cursor. */
async function sumsOfAll(filter: object, on = ctx): Promise<StatementSums[]> {
  const parts: StatementSums[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const query = StatementSumsQuery.parse({ ...filter, ...(cursor === undefined ? {} : { cursor }) });
    const part = await sumStatement({ ctx: on, query });
    parts.push(part);
    cursor = part.nextCursor;
  }
  return parts;
}
const REACH: Reach = {
  ...{ sorting: { sort: 'posted', order: 'desc' }, more: false, filtered: false },
  ...{ period: { from: null, to: null }, asOf: '2026-12-31T12:00:00.000Z' },
};

test('B1: the sums of a period are those of its file, part by part, to the cent', async () => {
  const filter = { from: '2026-01-01', to: '2026-12-31' };
  const parts = await sumsOfAll(filter);
  expect(parts.length).toBeGreaterThan(1);
  const { sums, kinds } = periodSums(parts, REACH);
  const text = await (await exportStatement(ctx, StatementQuery.parse(filter))).text();
  const [names = [], ...rows] = text
    .trim()
    .split('\r\n')
    .map((row) => row.split(','));
  const at = (name: string) => names.findIndex((one) => one.endsWith(name));
  const cents = (row: string[]) => Math.round(Number(row[at('amount')]) * 100);
  const moved = rows.filter((row) => row[at('balanceType')] === 'AVAILABLE');
  const sumOf = (of: (row: string[]) => boolean) =>
    moved.filter(of).reduce((sum, row) => sum + cents(row), 0);
  const isFee = (row: string[]) => row[at('type')] === 'SERVICE_FEE';
  expect(sums.lines + sums.feeLines).toBe(rows.length);
  expect(sums.in).toBe(sumOf((row) => !isFee(row) && cents(row) > 0));
  expect(sums.out).toBe(-sumOf((row) => !isFee(row) && cents(row) < 0));
  expect(sums.fees).toBe(-sumOf(isFee));
  expect(kinds.reduce((sum, kind) => sum + kind.count, 0)).toBe(rows.length);
  const none = periodSums(await sumsOfAll({ transactionId: 'no-such-id' }), REACH);
  expect(none.sums).toMatchObject({ lines: 0, in: 0, out: 0 });
  const [first] = parts;
  const other = StatementSumsQuery.parse({ direction: 'in', cursor: first?.nextCursor });
  await expect(sumStatement({ ctx, query: other })).rejects.toMatchObject({ code: 'invalid_request' });
});

test.each([
  ['applies', 30],
  ['does not apply', 40],
] as const)(
  'B1: lines of a service that %s the end of a period are added up once, in at most %i calls',
  async (applies, most) => {
    // Two lines an instant, so that a part ends within one.
    const at = (place: number) =>
      new Date(Date.UTC(2026, 5, 1) - Math.floor(place / 2) * 60_000).toISOString();
    const [sample] = (await list({ limit: 1 })).items;
    const lines = Array.from({ length: 2_501 }, (_, place) => ({
      ...(sample as StatementLine),
      ...{ id: `line_${place}`, amount: 100, type: 'PIX_DEPOSIT', balanceType: 'AVAILABLE' },
      ...{ createdAt: at(place), postedAt: at(place) },
    }));
    let calls = 0;
    const read = async ({ to = '~' }: StatementFilter, { limit, position }: PortPageRequest) => {
      calls += 1;
      const start = Number(position ?? 0);
      const isInside = ({ createdAt }: StatementLine) => (createdAt ?? '') < to;
      const all = applies === 'applies' ? lines.filter(isInside) : lines;
      const page = all.slice(start, start + limit);
      const items = page.filter(isInside);
      const next = start + limit < all.length ? start + limit : null;
      const filteredHere = items.length < page.length ? ['to'] : [];
      return { items, next, total: null, asOf: at(0), balance: null, filteredHere };
    };
    const part = () => ({ list: read, filters: [] });
    const { sums } = periodSums(await sumsOfAll({}, { ...ctx, part: part as never }), REACH);
    expect(sums).toMatchObject({ lines: 2_501, in: 250_100 });
    expect(calls).toBeLessThanOrEqual(most);
  },
);

test('B1: the sums are those of all its lines; a person’s filter needs reveal here too', async () => {
  const lines: StatementLine[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list({ limit: 100, ...(cursor === '' ? {} : { cursor }) }, hub);
    lines.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(lines.length).toBeGreaterThan(2);
  expect(periodSums(await sumsOfAll({}, hub), REACH).sums).toEqual(sumsOf(lines));
  await expect(
    sumsOfAll({ search: 'Débora' }, { ...hub, permissions: new Set(['read']) }),
  ).rejects.toMatchObject({ code: 'forbidden' });
  await expect(sumsOfAll({ direction: 'in' }, hub)).rejects.toMatchObject({ code: 'invalid_request' });
});
