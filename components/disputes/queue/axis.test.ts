import { describe, expect, test } from 'vitest';
import { midnights, placeDues, restBands, workingDays } from './queue-axis.tsx';

// A Thursday, 14:03 in São Paulo.
const now = Date.parse('2026-11-19T17:03:00Z');
const H = 3_600_000;
const due = (hours: number) => ({ deadline: new Date(now + hours * H).toISOString() });

test('nobody works at night and on the weekend', () => {
  expect(workingDays(now, 3).map(({ start }) => new Date(start).toISOString())).toEqual([
    '2026-11-19T11:00:00.000Z',
    '2026-11-20T11:00:00.000Z',
  ]);
  const [night, weekend] = restBands(now);
  expect(night?.from).toBeCloseTo(4.95 / 72);
  expect(night?.to).toBeCloseTo(17.95 / 72);
  expect(weekend?.from).toBeCloseTo(28.95 / 72);
  expect(weekend?.to).toBe(1);
});

test('the days that begin on the axis', () => {
  expect(midnights(now).map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22']);
});

describe('placeDues', () => {
  test('labels that would touch stand on lines of their own', () => {
    const { placed, lines } = placeDues([due(5), due(6), due(30)], now);
    expect(placed.map(({ line }) => line)).toEqual([0, 1, 0]);
    expect(lines).toBe(2);
  });
  test('a mark goes down past no label, while there are lines', () => {
    const { placed } = placeDues([due(5), due(12), due(20), due(40)], now);
    expect(placed.map(({ line }) => line)).toEqual([0, 1, 2, 0]);
  });
  test('no mark goes through a label and no label touches another, however many there are', () => {
    const LABEL = 0.24;
    const spanOf = ({ at, side }: { at: number; side: string }) =>
      side === 'after' ? [at, at + LABEL] : [at - LABEL, at];
    for (let round = 1; round <= 60; round += 1) {
      const hours = Array.from({ length: 9 }, (_, index) => ((round * 7919 + index * 104_729) % 719) / 10);
      const { placed, unplaced } = placeDues(hours.map(due), now);
      expect(placed.length + unplaced).toBe(hours.filter((hour) => hour > 0).length);
      for (const one of placed)
        for (const other of placed.filter((each) => each !== one)) {
          const [from = 0, to = 0] = spanOf(other);
          if (one.line < other.line) expect(one.at <= from || one.at >= to).toBe(true);
          const [begin = 0] = spanOf(one);
          if (one.line === other.line) expect(begin < from ? begin + LABEL <= from : to <= begin).toBe(true);
        }
    }
  });
  test('near the end a label stands before its mark', () => {
    expect(placeDues([due(70)], now).placed[0]?.side).toBe('before');
  });
  test('what is over, later or without a deadline is not on it; what does not fit is counted', () => {
    expect(placeDues([due(-1), due(73), { deadline: null }], now).placed).toEqual([]);
    expect(placeDues([due(1), due(2), due(3), due(4), due(5)], now).unplaced).toBe(2);
  });
});
