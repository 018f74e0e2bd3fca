import { describe, expect, it } from 'vitest';
import { acceptanceGeometry, PLOT, type ShareOfDay } from './acceptance-geometry.ts';

const day = (at: number, accepted: number, tries: number): ShareOfDay => ({
  day: `2026-11-${String(at).padStart(2, '0')}`,
  accepted,
  tries,
});

describe('U11: the line of acceptance', () => {
  it('begins at a round foot below the lowest share', () => {
    const { ticks } = acceptanceGeometry([day(1, 86, 100), day(2, 71, 100)]);
    expect(ticks.map(({ percent }) => percent)).toEqual([100, 90, 80, 70]);
    expect(acceptanceGeometry([day(1, 0, 4)]).ticks.at(-1)?.percent).toBe(0);
  });
  it('breaks where nothing was tried', () => {
    const { lines, bars } = acceptanceGeometry([day(1, 1, 2), day(2, 2, 2), day(3, 0, 0), day(4, 1, 1)]);
    expect(lines).toHaveLength(2);
    expect(bars[2]?.height).toBe(0);
    expect(bars.at(-1)?.open).toBe(true);
  });
  it('stays inside its room', () => {
    const { bars, lines } = acceptanceGeometry(Array.from({ length: 30 }, (_, at) => day(at + 1, at, 29)));
    for (const bar of bars) expect(bar.x + bar.width).toBeLessThanOrEqual(PLOT.plot);
    for (const point of lines.join(' ').split(' ')) {
      const y = Number(point.split(',')[1]);
      expect(y).toBeGreaterThanOrEqual(PLOT.top);
      expect(y).toBeLessThanOrEqual(PLOT.line);
    }
  });
});
