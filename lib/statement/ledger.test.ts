import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StatementLine } from '#lib/providers/money-records.ts';
import {
  edgesOf,
  effectOf,
  feeOf,
  followed,
  type LedgerRow,
  ledgerOf,
  ledgerRows,
  linkedTo,
  type Reach,
  withFees,
} from '#lib/statement/ledger.ts';
import { periodSums, sumPart } from '#lib/statement/period-sums.ts';
import { daysOf, type Sorting, sumsOf } from '#lib/statement/rules.ts';

const NEWEST: Sorting = { sort: 'posted', order: 'desc' };
const AT = '2026-11-19T15:00:00.000Z';
const NOBODY = { name: null, document: null, pixKey: null };
let count = 0;
function line(over: Partial<StatementLine>): StatementLine {
  count += 1;
  const facts = { id: `line_${count}`, amount: 100, type: 'PIX_DEPOSIT', transactionId: null, ...over };
  const balances = { balanceBefore: null, balanceAfter: null, balanceType: null };
  const parts = { gross: null, fee: null, status: null, statusReason: null, disputeId: null };
  const rest = { description: null, counterparty: NOBODY, createdAt: AT, postedAt: AT, other: {} };
  return { ...balances, ...parts, ...rest, ...facts };
}
const payment = line({ transactionId: 'a', amount: 1_000, balanceBefore: 500, balanceAfter: 1_500 });
const fee = line({
  type: 'SERVICE_FEE',
  transactionId: 'a',
  amount: -99,
  balanceBefore: 1_500,
  balanceAfter: 1_401,
});
const shown = (rows: readonly LedgerRow[]) => rows.map((row) => [row.line.id, row.fees.map(({ id }) => id)]);

describe('a fee stands in the row of its payment', () => {
  test('whichever of the two comes first, by the transaction’s id or the E2E', () => {
    expect(shown(ledgerRows([fee, payment], NEWEST))).toEqual([[payment.id, [fee.id]]]);
    expect(shown(ledgerRows([payment, fee], { ...NEWEST, order: 'asc' }))).toEqual([[payment.id, [fee.id]]]);
    const [paid, taken] = [line({ endToEndId: 'E1' }), line({ type: 'FEE', amount: -5, endToEndId: 'E1' })];
    expect(shown(ledgerRows([taken, paid], NEWEST))).toEqual([[paid.id, [taken.id]]]);
  });

  test.each([
    ['its payment was not read', [fee]],
    ['only what came back of it was read', [fee, line({ ...payment, id: 'r', type: 'PIX_REFUND' })]],
    ['only its block was read', [fee, line({ ...payment, id: 'b', type: 'HOLD', disputeId: 'd' })]],
    ['it was posted on another day', [{ ...fee, postedAt: '2026-11-20T15:00:00.000Z' }, payment]],
    ['it came back', [{ ...fee, amount: 99 }, payment]],
    ['its direction is unknown', [{ ...fee, amount: null, amountUnsigned: 99 }, payment]],
    ['it names no payment', [{ ...fee, transactionId: null }, payment]],
  ] as const)('it stays a line of its own where %s', (_, items) => {
    expect(shown(ledgerRows(items, NEWEST))).toEqual(items.map(({ id }) => [id, []]));
  });

  test('the row shows all of its fees, and the balance after those that followed at once', () => {
    const late = line({ ...fee, id: 'late', amount: -1, balanceBefore: 9_000, balanceAfter: 8_999 });
    const [row] = ledgerRows([late, fee, payment], NEWEST);
    expect(row && feeOf(row)).toBe(100);
    expect(row && followed(row)).toEqual({ fees: [fee], after: 1_401 });
    expect(row && effectOf(row)).toEqual({
      before: 500,
      amount: 1_000,
      inside: 0,
      fees: [fee],
      after: 1_401,
    });
    expect(feeOf({ line: line({ fee: 7 }), fees: [] }), 'as answered').toBe(7);
  });

  test('a fee inside the amount is shown apart from it, and the balance before follows from the amount', () => {
    const paid = line({ amount: 2_448, gross: 2_500, fee: 52, balanceAfter: 3_000 });
    expect(effectOf({ line: paid, fees: [] })).toEqual({
      before: 552,
      amount: 2_500,
      inside: 52,
      fees: [],
      after: 3_000,
    });
    const rounded = line({ amount: 13, amountExact: '0.125', balanceAfter: 3_000 });
    expect(effectOf({ line: rounded, fees: [] }).before).toBeNull();
  });

  test('what else belongs to the payment is linked', () => {
    const refund = line({ type: 'PIX_REFUND', transactionId: 'a', amount: -10 });
    const items = [refund, fee, payment, line({ transactionId: 'b' }), line({})];
    expect(linkedTo(payment, items, [fee])).toEqual([refund]);
    expect(linkedTo(fee, items, [])).toEqual([refund, payment]);
    expect(linkedTo(line({}), items, [])).toEqual([]);
  });
});

/** An account's lines, oldest first, some of them of one payment, in the requested order and perhaps cut. */
const worlds = fc
  .record({
    order: fc.constantFrom('asc', 'desc'),
    cut: fc.nat({ max: 5 }),
    steps: fc.array(
      fc.record({
        of: fc.nat({ max: 6 }),
        type: fc.constantFrom('PIX_DEPOSIT', 'SERVICE_FEE', 'PIX_WITHDRAW', 'PIX_REFUND', 'FEE', 'ZZZ', null),
        cents: fc.integer({ min: 1, max: 5_000 }),
        balanceType: fc.constantFrom(null, 'AVAILABLE', 'BLOCKED'),
        back: fc.boolean(),
        hours: fc.nat({ max: 9 }),
        by: fc.constantFrom('transactionId', 'endToEndId', null),
      }),
      { maxLength: 40 },
    ),
  })
  .map(({ order, cut, steps }) => {
    let [balance, at] = [10_000, Date.parse(AT)];
    const lines = steps.map(({ of, type, cents, balanceType, back, hours, by }, place) => {
      const amount = /FEE|WITHDRAW|REFUND/.test(type ?? '') !== back ? -cents : cents;
      const balanceBefore = balance;
      if (balanceType !== 'BLOCKED') balance += amount;
      at += hours * 3_600_000;
      const postedAt = new Date(at).toISOString();
      const id = by === null ? {} : { [by]: `p${of}` };
      const facts = { amount, type, balanceType, balanceBefore, balanceAfter: balance, postedAt, ...id };
      return line({ id: `l${place}`, ...facts });
    });
    const items = (order === 'desc' ? lines.reverse() : lines).slice(cut);
    return { items, sorting: { sort: 'posted', order } as Sorting };
  });

test('any world: each line stands once, in a row or in the cell of a row, the rows in their order', () => {
  fc.assert(
    fc.property(worlds, ({ items, sorting }) => {
      const rows = ledgerRows(items, sorting);
      const all = rows.flatMap((row) => [row.line, ...row.fees]);
      expect(all.map(({ id }) => id).sort()).toEqual(items.map(({ id }) => id).sort());
      const places = rows.map((row) => items.indexOf(row.line));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      const { in: came, out, fees } = sumsOf(all);
      const moved = items.filter(({ balanceType }) => balanceType !== 'BLOCKED');
      expect(came - out - fees).toBe(moved.reduce((sum, { amount }) => sum + (amount ?? 0), 0));
    }),
    { numRuns: 500 },
  );
});

test('any world: the sums of a day’s rows lead from its opening to its closing balance', () => {
  fc.assert(
    fc.property(worlds, ({ items, sorting }) => {
      for (const { day, opening, closing } of daysOf(items, sorting)) {
        const rows = ledgerRows(items, sorting).filter((row) => daysOf([row.line], sorting)[0]?.day === day);
        const sums = sumsOf(rows.flatMap((row) => [row.line, ...row.fees]));
        if (opening === null || closing === null) continue;
        expect(opening + sums.in - sums.out - sums.fees).toBe(closing);
      }
    }),
    { numRuns: 300 },
  );
});

describe('a balance is a day’s only where the day was read to its end', () => {
  const before = '2026-11-18T15:00:00.000Z';
  const days = daysOf([line({}), line({ createdAt: before, postedAt: before })], NEWEST);
  const whole: Reach = {
    sorting: NEWEST,
    more: false,
    filtered: false,
    asOf: '2026-11-19T18:00:00.000Z',
    period: { from: '2026-11-18T03:00:00.000Z', to: '2026-11-20T03:00:00.000Z' },
  };
  const spanOf = (lines: StatementLine[], reach: Reach) =>
    periodSums([sumPart(lines, reach.sorting)], reach).span;
  const ends = (over: Partial<Reach>, of = days) =>
    edgesOf(of, { ...whole, ...over }).map(({ isBegun, isEnded }) => `${isBegun}/${isEnded}`);

  test('both days of a whole period', () => expect(ends({})).toEqual(['true/true', 'true/true']));
  test('newest first, the last day is not begun while there are more', () =>
    expect(ends({ more: true })).toEqual(['true/true', 'false/true']));
  test('oldest first, the last day is not ended while there are more', () =>
    expect(ends({ more: true, sorting: { sort: 'posted', order: 'asc' } }, [...days].reverse())).toEqual([
      'true/true',
      'true/false',
    ]));
  test('a period that begins or ends within a day', () => {
    const from = '2026-11-18T10:00:00.000Z';
    expect(ends({ period: { ...whole.period, from } })).toEqual(['true/true', 'false/true']);
    const to = '2026-11-19T16:00:00.000Z';
    expect(ends({ period: { ...whole.period, to } })).toEqual(['true/false', 'true/true']);
    expect(ends({ period: { from: null, to: null } }), 'until now').toEqual(['true/true', 'true/true']);
  });
  test('what the sums lie between: as far as was read, and the end of a period that is over', () => {
    const items = [fee, payment].map((one) => ({ ...one, postedAt: AT, createdAt: AT }));
    const span = (over: Partial<Reach>) => spanOf(items, { ...whole, ...over });
    expect(span({})).toEqual({ opening: 500, since: null, closing: null });
    expect(span({ more: true })).toEqual({ opening: 500, since: AT, closing: null });
    expect(span({ asOf: '2026-11-21T03:00:00.000Z' })).toEqual({ opening: 500, since: null, closing: 1_401 });
    expect(span({ filtered: true })).toEqual({ opening: null, since: null, closing: null });
    const rising = {
      sorting: { sort: 'posted', order: 'asc' },
      asOf: '2026-11-21T03:00:00.000Z',
    } satisfies Partial<Reach>;
    const risen = spanOf([...items].reverse(), { ...whole, ...rising, more: true });
    expect(risen).toEqual({ opening: 500, since: null, closing: null });
  });
  test('a chosen row takes its fees along, where they stand in it', () => {
    const chosen = (folds: boolean) => withFees([payment.id], ledgerOf([fee, payment], whole, folds));
    expect(chosen(true)).toEqual([payment.id, fee.id]);
    expect(chosen(false)).toEqual([payment.id]);
    expect(ledgerOf([fee, payment], whole, true).homes.get(fee.id)).toBe(payment.id);
  });
  test('where lines are posted later than created, the period’s first day may lack some', () => {
    const late = daysOf(
      [line({ createdAt: '2026-11-19T02:00:00.000Z', balanceAfter: 900 }), ...(days[1]?.lines ?? [])],
      NEWEST,
    );
    expect(ends({}, late)).toEqual(['true/true', 'false/true']);
    const period = { from: '2026-11-17T03:00:00.000Z', to: '2026-11-19T03:00:00.000Z' };
    expect(ends({ period }, late), 'posted after the period').toEqual(['false/false', 'true/true']);
    const lines = late.flatMap((day) => day.lines);
    expect(spanOf(lines, { ...whole, period }).closing).toBeNull();
  });
  test('no day under a filter, or in the order of creation', () => {
    const none = ['false/false', 'false/false'];
    expect(ends({ filtered: true })).toEqual(none);
    expect(ends({ sorting: { sort: 'created', order: 'desc' } })).toEqual(none);
  });
});
