import { describe, expect, test } from 'vitest';
import { workingMs } from './queue/queue-axis.tsx';
import { scaleOf, secondsOf } from './work/clock-panel.tsx';

const H = 3_600_000;
const M = 60_000;

test('seconds only under six hours', () => {
  expect(secondsOf(5 * H + 42 * M + 18_000)).toBe(18);
  expect(secondsOf(6 * H)).toBeNull();
  expect(secondsOf(0)).toBeNull();
});

describe('scaleOf', () => {
  test('is linear over the whole period', () => {
    const scale = scaleOf(0, 72 * H, 66 * H);
    expect(scale.totalHours).toBe(72);
    expect(scale.share).toBeCloseTo(66 / 72);
    expect(scale.marks.map(({ hours }) => hours)).toEqual([48, 24, 6]);
    expect(scale.marks[2]?.at).toBeCloseTo(66 / 72);
  });
  test('a short period has only the marks that lie in it', () => {
    expect(scaleOf(0, 5 * H, 6 * H)).toEqual({ totalHours: 5, share: 1, marks: [] });
  });
});

test('working hours that remain', () => {
  const days = [
    { start: 8 * H, end: 19 * H },
    { start: 32 * H, end: 43 * H },
  ];
  expect(workingMs(14 * H, 35 * H, days)).toBe(8 * H);
});
