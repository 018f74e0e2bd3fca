import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Slots, slotsOf } from './row-slots.ts';

const span = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place);
const start = slotsOf(span(0, 9), new Map());
const usedBy = (slots: Slots, first: number, last: number) => span(first, last).map((row) => slots.get(row));

describe('elements of rows', () => {
  it('are used again by the rows of another screen, in their order', () => {
    const far = slotsOf(span(100, 109), start);
    expect(usedBy(far, 100, 109)).toEqual(usedBy(start, 0, 9));
  });

  it('stay with rows that stay; those that went draw what comes below', () => {
    const lower = slotsOf(span(3, 12), start);
    expect(usedBy(lower, 3, 9)).toEqual(usedBy(start, 3, 9));
    expect(usedBy(lower, 10, 12)).toEqual(usedBy(start, 0, 2));
  });

  it('are new above rows that stay: none of them has to move', () => {
    const there = slotsOf(span(50, 59), start);
    const upper = slotsOf(span(47, 56), there);
    expect(usedBy(upper, 50, 56)).toEqual(usedBy(there, 50, 56));
    for (const row of span(47, 49)) expect([...there.values()]).not.toContain(upper.get(row));
  });

  it('draw one row each, however the screen jumps', () => {
    const jumps = fc.array(fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 30 }), fc.nat(400)), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(jumps, (screens) => {
        let slots: Slots = new Map();
        for (const [first, height, also] of screens) {
          const rows = [...new Set([...span(first, first + height), also])].toSorted((a, b) => a - b);
          const next = slotsOf(rows, slots);
          expect([...next.keys()]).toEqual(rows);
          expect(new Set(next.values()).size).toBe(rows.length);
          for (const row of rows) if (slots.has(row)) expect(next.get(row)).toBe(slots.get(row));
          slots = next;
        }
      }),
    );
  });
});
