import { describe, expect, test } from 'vitest';
import type { CallLimits, CallPriority } from '#lib/data/rate-limit/ledger.ts';
import { memoryBudget } from '#lib/data/rate-limit/testing/memory-budget.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SANDBOX: CallLimits = { perMinute: 60, perDay: 2_000, adaptive: false };
const LIVE: CallLimits = { perMinute: 600, perDay: null, adaptive: true };

function budgetOf(limits: CallLimits) {
  const clock = { now: 1_000_000_000_000 };
  const budget = memoryBudget(limits, () => clock.now);
  const taken = async (count: number, priority: CallPriority = 'operator') => {
    const results = await Promise.all(Array.from({ length: count }, () => budget.take(priority)));
    return results.filter((result) => result.ok).length;
  };
  return { clock, budget, taken };
}

test('a sandbox token has 60 a minute and 2,000 a day', async () => {
  const { clock, budget, taken } = budgetOf(SANDBOX);
  expect(await taken(100)).toBe(60);
  clock.now += 20_000;
  const refused = await budget.take('operator');
  expect(refused).toMatchObject({ ok: false });
  if (!refused.ok) clock.now += refused.waitMs - 1;
  expect(await budget.take('operator'), 'not before the wait is over').toMatchObject({ ok: false });
  clock.now += 1;
  expect(await budget.take('operator')).toEqual({ ok: true });
  clock.now += 3 * MINUTE;
  let day = 61;
  for (let minute = 0; minute < 100; minute += 1) {
    clock.now += 66_000;
    day += await taken(100);
  }
  expect(day).toBe(2_000);
  const spent = await budget.take('operator');
  expect(spent).toMatchObject({ ok: false });
  if (!spent.ok) clock.now += spent.waitMs;
  expect(await taken(1), 'the wait is the day’s').toBe(1);
  clock.now += 25 * HOUR;
  expect(await taken(100)).toBe(60);
});

test('others have 600 a minute, halved at each 429, a tenth back each minute', async () => {
  const { clock, budget, taken } = budgetOf(LIVE);
  expect(await taken(1_000)).toBe(600);
  budget.exceeded();
  clock.now += 66_000;
  expect(await taken(1_000)).toBe(360);
  clock.now += 120_000;
  expect(await taken(1_000)).toBe(480);
  clock.now += 10 * MINUTE;
  expect(await taken(1_000)).toBe(600);
});

test('M17: one burst of 429 halves once, however many calls of it are refused', async () => {
  const { clock, budget, taken } = budgetOf(LIVE);
  expect(await taken(50)).toBe(50);
  for (let refused = 0; refused < 50; refused += 1) budget.exceeded();
  clock.now += 66_000;
  expect(await taken(1_000), 'half, and a tenth back').toBe(360);
});

test('background work gets at most 30 %, operators the rest', async () => {
  const { taken } = budgetOf(LIVE);
  expect(await taken(1_000, 'background')).toBe(180);
  expect(await taken(1_000)).toBe(420);
});

describe('however calls are made', () => {
  test.each([
    ['sandbox', SANDBOX],
    ['live', LIVE],
  ])('%s: no minute and no day ever holds more', async (_, limits) => {
    const { clock, taken } = budgetOf(limits);
    let seed = 42;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const calls: number[] = [];
    const background: number[] = [];
    for (let step = 0; step < 4_000; step += 1) {
      clock.now += Math.floor(random() ** 3 * 9_000);
      const priority = random() < 0.3 ? 'background' : 'operator';
      const count = await taken(Math.floor(random() ** 4 * 90), priority);
      const made = Array.from({ length: count }, () => clock.now);
      calls.push(...made);
      if (priority === 'background') background.push(...made);
    }
    expect(mostWithin(background, MINUTE)).toBeGreaterThan(0);
    expect(mostWithin(background, MINUTE)).toBeLessThanOrEqual(limits.perMinute * 0.3);
    expect(mostWithin(calls, MINUTE)).toBeLessThanOrEqual(limits.perMinute);
    expect(mostWithin(calls, MINUTE), 'and the budget is really used').toBeGreaterThan(
      limits.perMinute * 0.8,
    );
    expect(mostWithin(calls, 24 * HOUR)).toBeLessThanOrEqual(limits.perDay ?? Number.POSITIVE_INFINITY);
  });
});

function mostWithin(calls: readonly number[], ms: number): number {
  let most = 0;
  for (let last = 0, first = 0; last < calls.length; last += 1) {
    while ((calls[last] ?? 0) - (calls[first] ?? 0) >= ms) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
