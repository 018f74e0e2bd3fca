import { describe, expect, test } from 'vitest';
import { CHART, volumeGeometry } from '#components/overview/volume-geometry.ts';
import { niceStep } from '#components/ui/nice-step.ts';
import { addDays } from '#lib/dates.ts';

const month = (amounts: (index: number) => { in: number; out: number }) =>
  Array.from({ length: 30 }, (_, index) => ({ day: addDays('2026-10-23', index), ...amounts(index) }));

describe('the volume chart', () => {
  test('draws both sides on one scale, and nothing outside its plot', () => {
    const { bars, axis } = volumeGeometry(month((i) => ({ in: 30_000_00 + i * 100, out: 15_000_00 })));
    const [first] = bars;
    expect((first?.in.height ?? 0) / ((first?.out.height ?? 0) + 2)).toBeCloseTo(2);
    for (const bar of bars) {
      expect(bar.in.y).toBeGreaterThanOrEqual(CHART.top);
      expect(bar.in.y + bar.in.height).toBeCloseTo(axis);
      expect(bar.out.y + bar.out.height).toBeLessThanOrEqual(CHART.bottom + 0.001);
      expect(bar.x + bar.width).toBeLessThanOrEqual(CHART.plot);
    }
  });

  test('marks round amounts on both sides of nothing', () => {
    const { ticks, axis } = volumeGeometry(month((i) => ({ in: i === 3 ? 290_000_00 : 0, out: 61_000_00 })));
    expect(ticks.map((tick) => tick.cents)).toEqual([300_000_00, 200_000_00, 100_000_00, 0, 100_000_00]);
    expect(ticks[3]?.y).toBeCloseTo(axis);
  });

  test('holds for a month without any movement', () => {
    const { bars, ticks } = volumeGeometry(month(() => ({ in: 0, out: 0 })));
    expect(bars.every((bar) => bar.in.height === 0 && bar.out.height === 0)).toBe(true);
    expect(ticks.every((tick) => Number.isFinite(tick.y))).toBe(true);
  });

  test('tints weekends, leaves the last day open and names Mondays', () => {
    const { bars, labels } = volumeGeometry(month(() => ({ in: 100, out: 100 })));
    expect(bars.filter((bar) => bar.weekend)).toHaveLength(9);
    expect(bars.filter((bar) => bar.open).map((bar) => bar.day)).toEqual(['2026-11-21']);
    expect(labels.map((label) => label.day)).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      null,
    ]);
  });
});

test('steps are 1, 2 or 5 of a power of ten', () => {
  expect([1, 100, 101, 250_00, 600_00, 96_666_67].map(niceStep)).toEqual([
    100, 100, 200, 500_00, 1000_00, 100_000_00,
  ]);
});
