import { expect, test } from 'vitest';
import { MAX_ATTEMPTS, retryDelay } from './retry-schedule.ts';

test('doubles from 15 s up to an hour', () => {
  const plain = Array.from({ length: 10 }, (_, n) => retryDelay(n + 1, 0.5) / 1000);
  expect(plain).toEqual([15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
  expect(retryDelay(39, 0.5)).toBe(3_600_000);
});

test('has a jitter of 20 % either way', () => {
  expect(retryDelay(1, 0)).toBe(12_000);
  expect(retryDelay(1, 1)).toBe(18_000);
  expect(MAX_ATTEMPTS).toBe(40);
});
