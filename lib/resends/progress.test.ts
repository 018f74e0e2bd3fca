import { describe, expect, test } from 'vitest';
import {
  histogramOf,
  isActive,
  leftOut,
  medianWait,
  minutesFor,
  partsOf,
  requestsLeft,
  waitsForResults,
} from './progress.ts';

const COUNTS = {
  total: 3311,
  outside: 10,
  unreachable: 148,
  skipped: 33,
  requested: 1842,
  unknown: 12,
  remaining: 1266,
  accepted: 1840,
  delivered: 1642,
  failed: 37,
};

describe('parts of a job', () => {
  test('accepted without a result is neither delivered nor failed', () => {
    expect(partsOf(COUNTS)).toEqual({
      whole: 3120,
      requested: 1854,
      delivered: 1642,
      waiting: 161,
      failed: 37,
      toSend: 1266,
      unknown: 12,
      notTaken: 2,
    });
  });
  test('they make up the whole', () => {
    const { whole, delivered, waiting, failed, toSend, unknown, notTaken } = partsOf(COUNTS);
    expect(delivered + waiting + failed + toSend + unknown + notTaken).toBe(whole);
  });
  test('a result that came before its acceptance was counted makes no part negative', () => {
    const parts = partsOf({ ...COUNTS, accepted: 5, delivered: 6, requested: 5 });
    expect(parts.waiting).toBe(0);
  });
  test('nothing waits once all have a result', () => {
    expect(waitsForResults(COUNTS)).toBe(true);
    expect(waitsForResults({ ...COUNTS, accepted: 1679 })).toBe(false);
  });
  test('reasons for staying out that do not hold are not told', () => {
    expect(leftOut(COUNTS).map(({ reason }) => reason)).toEqual(['unreachable', 'skipped', 'outside']);
    expect(leftOut({ outside: 0, unreachable: 0, skipped: 4 })).toEqual([{ reason: 'skipped', count: 4 }]);
  });
});

test('a job that ended is not active', () => {
  expect((['queued', 'running', 'paused'] as const).every((state) => isActive({ state }))).toBe(true);
  expect((['completed', 'failed', 'cancelled'] as const).some((state) => isActive({ state }))).toBe(false);
});

test('minutes are whole, and never none', () => {
  expect([minutesFor(0, 5), minutesFor(5, 5), minutesFor(6, 5), minutesFor(3, 0)]).toEqual([1, 1, 2, 3]);
});

test('requests left are known only where all are listed', () => {
  const requests = [{ state: 'accepted' }, { state: 'waiting' }, { state: 'planned' }] as const;
  expect(requestsLeft(requests, 3)).toBe(2);
  expect(requestsLeft(requests, 4)).toBeNull();
});

describe('how long deliveries took', () => {
  const WAITS = [
    { seconds: 2, count: 3 },
    { seconds: 0, count: 1 },
    { seconds: 40, count: 2 },
  ];
  test('half of them', () => {
    expect(medianWait(WAITS)).toBe(2);
    expect(medianWait([])).toBeNull();
  });
  test('bars of equal width, every delivery in one of them, the last one open', () => {
    const bars = histogramOf(WAITS);
    expect(bars.length).toBeLessThanOrEqual(16);
    expect(new Set(bars.map(({ from, to }) => to - from))).toEqual(new Set([3]));
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(6);
    expect(bars[0]?.count).toBe(4);
    expect(bars.filter(({ open }) => open)).toEqual([bars.at(-1)]);
  });
  test('nothing delivered is no chart', () => {
    expect(histogramOf([])).toEqual([]);
    expect(histogramOf([{ seconds: 3, count: 0 }])).toEqual([]);
  });
});
