import { describe, expect, it } from 'vitest';
import { type Before, reversedSince } from '#lib/card/server/reversal-operation.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';

const [FIRST, LATER] = ['2026-11-20T10:00:00.000Z', '2026-11-20T10:05:00.000Z'];
const at = (statusCode: number | null, refundedAmount: number | null, updatedAt: string | null = FIRST) => ({
  statusCode,
  refundedAmount,
  updatedAt,
});
const since = (amount: number | null, before: Before, now: Before) =>
  reversedSince({ amount, before }, now as CardCharge);

describe('a whole reversal whose answer was lost', () => {
  it('is there when the charge says that it was given back', () => {
    expect(since(null, at(2, 0), at(10, 4_200, LATER))).toBe('there');
    expect(since(null, at(null, null), at(11, null))).toBe('there');
  });

  it.each([
    ['neither state nor amount is told', at(null, null), at(null, null, LATER)],
    ['the amount is not told', at(2, null), at(2, null, LATER)],
    ['the amount is not told any more', at(2, 0), at(2, null, LATER)],
    ['nor is when it changed', at(2, null, null), at(2, null, null)],
  ])('is not absent where %s', (_, before, now) => {
    expect(since(null, before, now)).toBe('unsure');
  });

  it('is absent when the charge is untouched, or nothing was given back', () => {
    expect(since(null, at(null, null), at(null, null))).toBe('absent');
    expect(since(null, at(2, 0), at(2, 0, LATER))).toBe('absent');
    expect(since(null, at(2, null), at(2, 0, LATER))).toBe('absent');
  });
});

describe('a part whose answer was lost', () => {
  it('is told by how much more was given back', () => {
    expect(since(1_200, at(2, 0), at(2, 1_200, LATER))).toBe('there');
    expect(since(1_200, at(2, 0), at(2, 0, LATER))).toBe('absent');
    expect(since(1_200, at(2, 0), at(2, 900, LATER))).toBe('unsure');
    expect(since(1_200, at(2, 0), at(10, 4_200, LATER))).toBe('unsure');
  });

  it('is not told by an amount that only one of the two reads has', () => {
    expect(since(1_200, at(2, 0), at(2, null, LATER)), 'not any more').toBe('unsure');
    expect(since(1_200, at(2, null), at(2, 1_200, LATER)), 'perhaps given back long before').toBe('unsure');
    expect(since(1_200, at(2, null), at(2, 0, LATER))).toBe('absent');
  });

  it('without amounts is absent only while the charge is untouched', () => {
    expect(since(1_200, at(2, null), at(2, null))).toBe('absent');
    expect(since(1_200, at(2, null), at(2, null, LATER))).toBe('unsure');
  });
});
