import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { Reach } from '#lib/statement/ledger.ts';
import { type PeriodSums, periodSums, sumPart } from '#lib/statement/period-sums.ts';
import type { Sorting } from '#lib/statement/rules.ts';

const NEWEST: Sorting = { sort: 'posted', order: 'desc' };
const REACH: Reach = {
  sorting: NEWEST,
  more: false,
  filtered: false,
  asOf: '2026-11-21T12:00:00.000Z',
  period: { from: '2026-11-17T03:00:00.000Z', to: '2026-11-21T03:00:00.000Z' },
};
let count = 0;
function line(over: Partial<StatementLine>): StatementLine {
  count += 1;
  const at = '2026-11-19T15:00:00.000Z';
  const facts = { id: `line_${count}`, amount: 100, type: 'PIX_DEPOSIT', transactionId: null };
  const balances = { balanceBefore: null, balanceAfter: null, balanceType: null, gross: null, fee: null };
  const rest = { status: null, statusReason: null, disputeId: null, description: null, other: {} };
  const counterparty = { name: null, document: null, pixKey: null };
  return { ...balances, ...rest, counterparty, createdAt: at, postedAt: at, ...facts, ...over };
}

/** Lines of some days with running balances, in either order, and where they are cut into parts. */
const worlds = fc
  .record({
    order: fc.constantFrom('asc', 'desc'),
    cuts: fc.array(fc.nat({ max: 40 }), { maxLength: 4 }),
    steps: fc.array(
      fc.record({
        type: fc.constantFrom('PIX_DEPOSIT', 'SERVICE_FEE', 'AUTO_WITHDRAW', 'ZZZ', null),
        cents: fc.integer({ min: -5_000, max: 5_000 }).filter((cents) => cents !== 0),
        minutes: fc.integer({ min: 1, max: 600 }),
        blocked: fc.boolean(),
      }),
      { minLength: 1, maxLength: 40 },
    ),
  })
  .map(({ order, cuts, steps }) => {
    let [balance, at] = [10_000, Date.parse('2026-11-17T04:00:00.000Z')];
    const lines = steps.map(({ type, cents, minutes, blocked }) => {
      at += minutes * 60_000;
      const balanceBefore = balance;
      if (!blocked) balance += cents;
      const postedAt = new Date(at).toISOString();
      const facts = { type, amount: cents, balanceBefore, balanceAfter: balance };
      const balanceType = blocked ? 'BLOCKED' : 'AVAILABLE';
      return line({ ...facts, balanceType, createdAt: postedAt, postedAt });
    });
    const items = order === 'desc' ? lines.reverse() : lines;
    const bounds = [...new Set([0, ...cuts, items.length])]
      .filter((cut) => cut <= items.length)
      .sort((a, b) => a - b);
    const parts = bounds.slice(1).map((end, index) => items.slice(bounds[index], end));
    return { items, parts, sorting: { sort: 'posted', order } as Sorting };
  });

const plain = ({ days, ...rest }: PeriodSums) => ({ ...rest, days: [...days.values()] });

test('any world: parts add up to what its lines add up to at once, whatever the cuts', () => {
  fc.assert(
    fc.property(worlds, ({ items, parts, sorting }) => {
      const reach = { ...REACH, sorting };
      const whole = periodSums([sumPart(items, sorting)], reach);
      const joined = periodSums(
        parts.map((part) => sumPart(part, sorting)),
        reach,
      );
      expect(joined.days).toEqual(whole.days);
      expect({ ...plain(joined), kinds: [] }).toEqual({ ...plain(whole), kinds: [] });
      const byType = (sums: PeriodSums) => new Map(sums.kinds.map((kind) => [kind.type, kind]));
      expect(byType(joined)).toEqual(byType(whole));
    }),
    { numRuns: 300 },
  );
});

test('any world: the sums lead from the opening balance to the closing one, by kind and by day', () => {
  fc.assert(
    fc.property(worlds, ({ parts, sorting }) => {
      const { sums, span, kinds, days } = periodSums(
        parts.map((part) => sumPart(part, sorting)),
        { ...REACH, sorting, period: { from: null, to: null } },
      );
      const net = sums.in - sums.out - sums.fees;
      expect(kinds.reduce((sum, kind) => sum + kind.in - kind.out, 0)).toBe(net);
      const byDay = [...days.values()].map((day) => day.sums.in - day.sums.out - day.sums.fees);
      expect(byDay.reduce((sum, one) => sum + one, 0)).toBe(net);
      const ends = [...days.values()].filter(({ closing }) => closing !== null);
      const last = sorting.order === 'asc' ? ends.at(-1) : ends[0];
      // Without any line that moved the available balance, none is known.
      if (span.opening !== null && last?.closing != null) expect(span.opening + net).toBe(last.closing);
    }),
    { numRuns: 300 },
  );
});

describe('how far the sums go', () => {
  const [today, before] = [line({}), line({ postedAt: '2026-11-18T15:00:00.000Z', createdAt: null })];
  const parts = [sumPart([today], NEWEST), sumPart([before], NEWEST)];
  test('the day at which reading stopped is not read, all others are', () => {
    const read = (more: boolean) =>
      [...periodSums(parts, { ...REACH, more }).days.values()].map(({ day, isRead }) => [day, isRead]);
    expect(read(true)).toEqual([
      ['2026-11-19', true],
      ['2026-11-18', false],
    ]);
    expect(read(false).map(([, isRead]) => isRead)).toEqual([true, true]);
  });
  test('the oldest and the newest line', () => {
    expect(periodSums(parts, REACH)).toMatchObject({ oldest: before.postedAt, newest: today.postedAt });
    expect(periodSums([], REACH)).toMatchObject({ oldest: null, newest: null, sums: { lines: 0, in: 0 } });
  });
});

test('amounts of more than two decimals add up exactly, over parts too', () => {
  const fee = () => line({ type: 'SERVICE_FEE', amount: -1, amountExact: '-0.0149' });
  const sums = periodSums([sumPart([fee(), fee()], NEWEST), sumPart([fee()], NEWEST)], REACH);
  expect(sums.sums.fees, '0.0447, not 3 × 0.01').toBe(4);
  expect(sums.kinds).toEqual([{ type: 'SERVICE_FEE', count: 3, in: 0, out: 4 }]);
});

test('a sweep is money out, and a type that nobody knows has a row of its own', () => {
  const lines = [
    line({ type: 'AUTO_WITHDRAW', amount: -5_000_000 }),
    line({ type: 'MONTHLY_MAGIC', amount: 700 }),
    line({ type: null, amount: -50 }),
    line({ amount: 300, balanceType: 'BLOCKED' }),
  ];
  const { sums, kinds } = periodSums([sumPart(lines, NEWEST)], REACH);
  expect(sums).toMatchObject({ in: 700, out: 5_000_050, lines: 4 });
  expect(kinds).toEqual([
    { type: 'AUTO_WITHDRAW', count: 1, in: 0, out: 5_000_000 },
    { type: 'MONTHLY_MAGIC', count: 1, in: 700, out: 0 },
    { type: null, count: 1, in: 0, out: 50 },
    { type: 'PIX_DEPOSIT', count: 1, in: 0, out: 0 },
  ]);
});
