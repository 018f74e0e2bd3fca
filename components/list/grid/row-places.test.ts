import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawn, movedBy, offsetFor, placesOf, sightOf } from './row-places.ts';

const HEIGHTS = { row: 28, day: 26, head: 30 };
const days = fc
  .tuple(
    fc.integer({ min: 1, max: 120 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 130 }), { maxLength: 20 }),
  )
  .map(([count, more]) => ({ count, starts: [0, ...more].toSorted((a, b) => a - b) }));
const sizes = ({ count, starts }: { count: number; starts: number[] }) => ({ ...HEIGHTS, starts, count });

/** The same by adding up. */
function stacked({ count, starts }: { count: number; starts: number[] }) {
  const tops: number[] = [];
  let px = 0;
  for (let index = 0; index < count; index += 1) {
    tops.push(px);
    px += HEIGHTS.row + (starts.includes(index) ? HEIGHTS.day : 0);
  }
  return { tops, height: px };
}

describe('places of rows', () => {
  it('are where rows and day lines add up to', () => {
    fc.assert(
      fc.property(days, (given) => {
        const places = placesOf(sizes(given));
        const { tops, height } = stacked(given);
        expect(tops.map((_, index) => places.top(index))).toEqual(tops);
        expect(places.height).toBe(height);
      }),
    );
  });

  it('are found from px', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -50, max: 6_000 }), (given, px) => {
        const { tops } = stacked(given);
        const naive = Math.max(
          0,
          tops.findLastIndex((top) => top <= px),
        );
        expect(placesOf(sizes(given)).at(px)).toBe(naive);
      }),
    );
  });

  it('stand for nothing where there is nothing', () => {
    const places = placesOf({ ...HEIGHTS, starts: [], count: 0 });
    expect([places.height, places.at(500)]).toEqual([0, 0]);
    expect(drawn({ first: 0, last: 0, firstClear: 0 }, { around: 12, count: 0, also: 0 })).toEqual([]);
  });

  it('are computed for ten million rows as fast as for ten', () => {
    const places = placesOf({ ...HEIGHTS, starts: [0, 4_000_000], count: 10_000_000 });
    expect(places.top(10_000_000)).toBe(280_000_052);
    expect(places.at(places.top(9_999_999) + 5)).toBe(9_999_999);
  });
});

describe('what is drawn', () => {
  const places = placesOf({ ...HEIGHTS, starts: [0], count: 1000 });

  it('is what is in sight, some around it, and the keyboard’s row', () => {
    const sight = sightOf(places, { offset: 2_900, height: 280 }, HEIGHTS);
    expect(sight).toEqual({ first: 101, last: 111, firstClear: 103 });
    const rows = drawn(sight, { around: 2, count: 1000, also: 5 });
    expect([rows[0], rows[1], rows.at(-1), rows.length]).toEqual([5, 99, 113, 16]);
    expect(drawn(sight, { around: 2, count: 1000, also: 700 }).at(-1)).toBe(700);
    expect(drawn(sight, { around: 2, count: 1000, also: 100 })).toHaveLength(15);
    expect(drawn(sight, { around: 2, count: 1000, also: 1000 })).toHaveLength(15);
  });

  it('is moved no further than the row needs', () => {
    fc.assert(
      fc.property(days, fc.nat(6_000), fc.nat(119), (given, offset, wanted) => {
        const index = Math.min(wanted, given.count - 1);
        const some = placesOf(sizes(given));
        const view = { offset, height: 300 };
        const moved = offsetFor(some, index, view, HEIGHTS) ?? offset;
        const top = some.top(index) + HEIGHTS.head - moved;
        expect(top >= HEIGHTS.head + HEIGHTS.day || moved === 0 || moved > offset).toBe(true);
        expect(top + (some.bottom(index) - some.top(index))).toBeLessThanOrEqual(300);
      }),
    );
  });

  it('move by the lines that reading brings: the keyboard’s row stands still in sight, else the first', () => {
    const before = placesOf({ ...HEIGHTS, starts: [0], count: 200 });
    const after = placesOf({ ...HEIGHTS, starts: [0, 10, 20, 100, 110], count: 200 });
    const sight = { first: 99, last: 120, firstClear: 99 };
    expect(movedBy(before, after, sight, 3)).toBe(2 * HEIGHTS.day);
    expect(movedBy(before, after, sight, 119)).toBe(4 * HEIGHTS.day);
    expect(movedBy(before, after, { first: 0, last: 9, firstClear: 0 }, 0)).toBe(0);
  });
});
