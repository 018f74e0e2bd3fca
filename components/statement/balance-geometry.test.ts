import { describe, expect, test } from 'vitest';
import { balanceGeometry } from './balance-geometry.ts';

const closing = (day: number, cents: number) => ({ day: `2026-11-${day}`, cents });

describe('U11: the line of the balance', () => {
  test('goes on at the same height through days without a line, and is open today', () => {
    const { days, closed, open } = balanceGeometry(
      [closing(16, 100_000), closing(18, 400_000), closing(19, 250_000)],
      '2026-11-19',
    );
    expect(days.map(({ day, cents, told }) => [day.slice(8), cents, told])).toEqual([
      ['16', 100_000, true],
      ['17', 100_000, false],
      ['18', 400_000, true],
      ['19', 250_000, true],
    ]);
    expect(closed).toBe('M0 100H1V100H2V0H3');
    expect(open).toBe('M3 0V50H4');
  });

  test('has round amounts beside it, and room for a balance below zero and for one that never moves', () => {
    const below = balanceGeometry([closing(16, -30_000), closing(17, 50_000)], null);
    expect(below.ticks.map(({ cents }) => cents)).toEqual([50_000, 0, -50_000]);
    expect(below.open).toBe('');
    const still = balanceGeometry([closing(16, 70_000), closing(17, 70_000)], null);
    expect(still.ticks.map(({ y }) => y)).toHaveLength(new Set(still.ticks.map(({ y }) => y)).size);
    expect(still.ticks.length).toBeGreaterThan(1);
  });

  test('names few days, the newest among them', () => {
    const many = Array.from({ length: 20 }, (_, at) => closing(at + 10, at * 1_000));
    const { named } = balanceGeometry(many, null);
    expect(named.length).toBeLessThanOrEqual(5);
    expect(named.at(-1)).toBe(19);
  });
});
