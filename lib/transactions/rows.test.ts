import { describe, expect, it } from 'vitest';
import { sumCents } from '#lib/core/money.ts';
import { asRead } from '#lib/core/status/testing/as-read.ts';
import {
  arrivedRows,
  createRowPages,
  dayLines,
  lastAtMost,
  readSums,
  rowCount,
  sortedBook,
} from '#lib/list/pages.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { packed, type TransactionPage, toRowPage } from '#lib/transactions/rows.ts';

const nobody = { name: null, document: null };

function item(id: string, createdAt: string | null, over: object = {}): Transaction {
  const base = { id, createdAt, status: 'COMPLETED', type: 'DEPOSIT', method: 'PIX', amount: 1000, fee: 10 };
  const rest = { payer: nobody, receiver: nobody, refundAmount: null, refundStatus: null };
  return asRead({
    ...base,
    ...rest,
    generatedName: null,
    generatedDocument: null,
    ...over,
  }) as unknown as Transaction;
}

function page(
  items: Transaction[],
  nextCursor: string | null = 'next',
  total: number | null = 9,
): TransactionPage {
  return toRowPage({ items, nextCursor, total, asOf: '2026-11-19T17:00:00.000Z' });
}

// 02:59:59Z is still the day before in São Paulo.
const first = page([
  item('a', '2026-11-19T12:00:00Z'),
  item('b', '2026-11-19T03:00:00Z', { type: 'WITHDRAW', amount: 250 }),
  item('c', '2026-11-19T02:59:59Z', { status: 'PENDING' }),
]);
const second = page([item('d', '2026-11-18T10:00:00Z'), item('e', '2026-11-17T10:00:00Z')], null);

describe('days', () => {
  it('are São Paulo days, joined across pages', () => {
    const lines = dayLines([first, second], true);
    expect(lines.map(({ day, index }) => [day, index])).toEqual([
      ['2026-11-19', 0],
      ['2026-11-18', 2],
      ['2026-11-17', 4],
    ]);
    expect(lines[1]?.sums).toMatchObject({ count: 2, in: 10_000_000, inCount: 1 });
  });
  it('have sums only where all of their rows were read', () => {
    const lines = dayLines([first], false);
    expect(lines[0]?.sums).toMatchObject({ count: 2, in: 10_000_000, out: 2_500_000 });
    expect(lines[1]?.sums).toBeNull();
  });
  it('do not share their sums with the pages', () => {
    dayLines([first, second], true);
    expect(dayLines([first, second], true)[1]?.sums?.count).toBe(2);
  });
});

describe('sums', () => {
  it('U3: are there from the first page on, of what was read so far', () => {
    expect(readSums([])).toBeNull();
    expect(readSums([first])).toMatchObject({ count: 3, inCount: 1, outCount: 1 });
    const sums = readSums([first, second]);
    expect(sums).toMatchObject({ count: 5, inCount: 3, outCount: 1 });
    expect(sumCents(sums?.in ?? 0)).toBe(3000);
    expect(sumCents(sums?.fees ?? 0)).toBe(50);
  });
  it('use the exact text of fees with more than two decimals', () => {
    const fee = { fee: 1, feeExact: '0.014' };
    const three = page([item('1', null, fee), item('2', null, fee), item('3', null, fee)], null);
    expect(sumCents(three.runs[0]?.sums.fees ?? 0)).toBe(4);
  });
  it('count what went back', () => {
    const back = page([
      item('1', null, { status: 'REFUNDED', amount: 700 }),
      item('2', null, { refundAmount: 300, refundStatus: 'COMPLETED' }),
      item('3', null, { refundAmount: 300, refundStatus: 'PENDING' }),
    ]);
    expect(back.runs[0]?.sums).toMatchObject({ refundedCount: 2, refunded: 10_000_000 });
  });
});

describe('R6: a row that nobody can judge', () => {
  const sumsOf = (over: object) => readSums([page([item('1', null), item('2', null, over)], null)]);
  it.each([
    ['whose state nobody knows', { status: 'SLEEPING' }],
    ['without a state', { status: null }],
    ['whose direction nobody knows', { type: 'ADJUSTMENT' }],
    ['without an amount', { amount: null }],
    ['that went back, by an unknown amount', { status: 'REFUNDED', amount: null }],
    ['that went back in part, by an unknown amount', { status: 'PARTIALLY_REFUNDED' }],
    ['of whose refund nobody knows the state', { refundStatus: 'SLEEPING', refundAmount: 5 }],
    ['of whose refund nobody knows the amount', { refundStatus: 'COMPLETED' }],
  ])('%s is counted as left out', (_, over) => {
    expect(sumsOf(over)).toMatchObject({ count: 2, unjudged: 1, refunded: 0, refundedCount: 0 });
  });
  it.each([
    ['one that waits', { status: 'PENDING' }],
    ['one that failed without an amount', { status: 'ERROR', amount: null }],
    ['one that went back', { status: 'REFUNDED' }],
    ['one that went back in part', { status: 'PARTIALLY_REFUNDED', refundAmount: 5 }],
  ])('not %s: its sums are whole', (_, over) => {
    expect(sumsOf(over)?.unjudged).toBe(0);
  });
  it('is counted over days and pages', () => {
    const odd = page([item('x', '2026-11-18T09:00:00Z', { status: 'SLEEPING' })]);
    expect(readSums([first, odd, odd])?.unjudged).toBe(2);
    expect(dayLines([first, odd], true)[1]?.sums?.unjudged).toBe(1);
  });
});

describe('places', () => {
  it('find rows across pages of any size', () => {
    const book = createRowPages([first, second]);
    expect(book.size).toBe(5);
    expect([0, 2, 3, 4].map((index) => book.at(index)?.id)).toEqual(['a', 'c', 'd', 'e']);
    expect(book.at(5)).toBeUndefined();
    expect(book.at(-1)).toBeUndefined();
    expect(book.indexOf('e')).toBe(4);
    expect(book.indexOf('z')).toBe(-1);
  });
  it('find the same in packed pages, and the same objects again', () => {
    const facts = { endToEndId: 'E1', clientReference: 'pedido é', virtualAccount: null, fee: null };
    const plain = page([item('d', null, facts), item('e', '2026-11-18T17:00:00.000Z', facts)]);
    const small = packed(plain);
    expect(Array.isArray(small.rows)).toBe(false);
    const [book, asItWas] = [
      createRowPages([first, small, packed(page([]))]),
      createRowPages([first, plain]),
    ];
    for (const index of [0, 2, 3, 4, 5]) expect(book.at(index)).toStrictEqual(asItWas.at(index));
    expect(book.at(4)).toBe(book.at(4));
    expect([book.size, book.indexOf('e'), book.indexOf('z')]).toEqual([5, 4, -1]);
  });
  it('survive an empty page', () => {
    const book = createRowPages([first, page([]), second]);
    expect(book.at(3)?.id).toBe('d');
  });
  it('search an ascending list', () => {
    expect(lastAtMost([0, 3, 7], 3)).toBe(1);
    expect(lastAtMost([0, 3, 7], 6)).toBe(1);
    expect(lastAtMost([2], 1)).toBe(-1);
  });
});

it('gives the scroll bar the whole result', () => {
  expect(rowCount(100, 5000, false)).toBe(5000);
  expect(rowCount(100, 90, false)).toBe(101);
  expect(rowCount(100, null, false)).toBe(120);
  expect(rowCount(100, 120, true)).toBe(100);
});

describe('what arrived with a refresh', () => {
  const at = (hour: number) => `2026-11-19T${hour}:00:00Z`;
  const rows = (...ids: [string, number][]) => page(ids.map(([id, hour]) => item(id, at(hour))));
  const before = rows(['c', 13], ['b', 12], ['a', 11]);
  it('is what stands above or between the rows known before', () => {
    expect(arrivedRows(before, rows(['e', 15], ['d', 14], ['c', 13], ['b', 12]))).toEqual(['e', 'd']);
    expect(arrivedRows(before, rows(['c', 13], ['late', 12], ['b', 12], ['a', 11]))).toEqual(['late']);
  });
  it('is not what moved up from the next page because others left the filter', () => {
    expect(arrivedRows(before, rows(['c', 13], ['a', 11], ['old', 10]))).toEqual([]);
    expect(arrivedRows(before, rows(['old', 10], ['older', 9]))).toEqual([]);
  });
  it('is all of it where everything known has left the first page, or nothing was there', () => {
    expect(arrivedRows(before, rows(['x', 20], ['y', 19]))).toEqual(['x', 'y']);
    expect(arrivedRows(rows(), rows(['x', 20]))).toEqual(['x']);
  });
  it('is nothing at the first reading', () => {
    expect(arrivedRows(undefined, before)).toEqual([]);
  });
});

describe('U3: another order', () => {
  const rows = [
    item('a', '2026-11-19T12:00:00Z', { amount: 500 }),
    item('b', '2026-11-19T11:00:00Z', { amount: null }),
    item('c', '2026-11-19T10:00:00Z', { amount: 900 }),
    item('d', '2026-11-19T09:00:00Z', { amount: 500 }),
  ];
  const book = createRowPages([page(rows)]);
  const ids = (
    by: (row: { at: number | null; amount: number | null }) => number | null,
    falling: boolean,
  ) => {
    const sorted = sortedBook(book, by, falling);
    return rows.map((_, index) => sorted.at(index)?.id).join('');
  };
  it('is by a value, equal ones as they stood, those without one last', () => {
    expect(ids((row) => row.amount, true)).toBe('cadb');
    expect(ids((row) => row.amount, false)).toBe('adcb');
    expect(ids((row) => row.at, false)).toBe('dcba');
  });
  it('finds a row where it stands now', () => {
    expect(sortedBook(book, (row) => row.amount, true).indexOf('d')).toBe(2);
    expect(sortedBook(book, (row) => row.amount, true).indexOf('zz')).toBe(-1);
    expect(sortedBook(book, (row) => row.amount, true).at(4)).toBeUndefined();
  });
});
