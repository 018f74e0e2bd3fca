import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { REPEATED_MS, RepeatedRefusals } from '#lib/data/rate-limit/refusals.ts';

afterEach(() => void vi.useRealTimers());

it('writes each refusal once a window, and no more than its limits', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const refusals = new RepeatedRefusals({ mostOfOne: 2, most: 3 });
  expect([1, 2, 3].map(() => refusals.isNews('a', 'x'))).toEqual([true, false, false]);
  expect(['y', 'z'].map((what) => refusals.isNews('a', what))).toEqual([true, false]);
  expect(['b', 'c'].map((who) => refusals.isNews(who, 'x'))).toEqual([true, false]);
  vi.advanceTimersByTime(REPEATED_MS - 1);
  expect(refusals.isNews('c', 'x')).toBe(false);
  vi.advanceTimersByTime(1);
  expect(['c', 'd', 'a', 'b'].map((who) => refusals.isNews(who, 'x'))).toEqual([true, true, true, false]);
});

it('lets nobody write more than the limits within a window, whatever they try', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const step = fc.record({ who: fc.nat(20), what: fc.nat(20), ms: fc.nat(REPEATED_MS) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const refusals = new RepeatedRefusals({ mostOfOne: 3, most: 10 });
      const written: { who: number; at: number }[] = [];
      for (const { who, what, ms } of steps) {
        vi.advanceTimersByTime(ms / 50);
        if (refusals.isNews(String(who), String(what))) written.push({ who, at: performance.now() });
      }
      for (const { at, who } of written) {
        const within = written.filter((one) => one.at <= at && at - one.at < REPEATED_MS);
        expect(within.length).toBeLessThanOrEqual(10);
        expect(within.filter((one) => one.who === who).length).toBeLessThanOrEqual(3);
      }
    }),
  );
});
