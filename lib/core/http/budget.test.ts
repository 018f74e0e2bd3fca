import { describe, expect, test } from 'vitest';
import { createBudget, limitsFor } from '#lib/core/http/budget.ts';
import { type BudgetPriority, type Leases, memoryLeases } from '#lib/core/http/budget-leases.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function clockAt(now = 1_000_000_000_000) {
  return { now };
}

/** `processes` budgets of one account that lease from one source; `leased` counts the source's calls. */
function budgetsOf(token: string, { processes = 1, simulator = false } = {}) {
  const clock = clockAt();
  const limits = limitsFor({ simulator }, token);
  const counted = { leases: 0 };
  const source = limits === null ? null : memoryLeases(limits, () => clock.now);
  const leases = (): Leases => ({
    lease: (request) => {
      counted.leases += 1;
      if (source === null) throw new Error('no leases here');
      return source.lease(request);
    },
    exceeded: async () => source?.exceeded(),
  });
  const budgets = Array.from({ length: processes }, () => createBudget(limits, () => clock.now, { leases }));
  const [budget] = budgets;
  if (budget === undefined) throw new Error('none');
  const taken = async (count: number, priority: BudgetPriority = 'operator', by = budget) => {
    const results = await Promise.all(Array.from({ length: count }, async () => by.take(priority)));
    return results.filter((result) => result.ok).length;
  };
  return { clock, budget, budgets, taken, counted };
}

test('the simulator has none, and nothing is leased', async () => {
  const { taken, counted } = budgetsOf('sbx_x', { simulator: true });
  expect(await taken(5_000)).toBe(5_000);
  expect(counted.leases).toBe(0);
});

test('a sandbox token has 60 a minute and 2,000 a day', async () => {
  const { clock, budget, taken } = budgetsOf('sbx_x');
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
  clock.now += 25 * HOUR;
  expect(await taken(100)).toBe(60);
});

test('others have 600 a minute, halved at each 429, a tenth back each minute', async () => {
  const { clock, budget, taken } = budgetsOf('live');
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
  const { clock, budget, taken } = budgetsOf('live');
  expect(await taken(50)).toBe(50);
  for (let refused = 0; refused < 50; refused += 1) budget.exceeded();
  clock.now += 66_000;
  expect(await taken(1_000), 'half, and a tenth back').toBe(360);
});

test('background work gets at most 30 %, operators the rest', async () => {
  const { taken } = budgetsOf('live');
  expect(await taken(1_000, 'background')).toBe(180);
  expect(await taken(1_000)).toBe(420);
});

test('a call in a burst is made from memory: the source is asked a few times, not once a call', async () => {
  const { budget, counted } = budgetsOf('live');
  for (let call = 0; call < 200; call += 1) expect(await budget.take('operator')).toEqual({ ok: true });
  expect(counted.leases).toBeLessThanOrEqual(10);
});

test('many at once wait for one lease', async () => {
  const { taken, counted } = budgetsOf('live');
  expect(await taken(50)).toBe(50);
  expect(counted.leases).toBe(1);
});

describe('several processes', () => {
  test('share one budget, one day and one pause', async () => {
    const { clock, budgets, taken } = budgetsOf('live', { processes: 3 });
    const all = () => Promise.all(budgets.map((budget) => taken(400, 'operator', budget)));
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
    expect(sum(await all())).toBe(600);
    budgets[1]?.exceeded();
    clock.now += 66_000;
    expect(sum(await all())).toBe(360);
  });

  test('what one leased and did not use is had by the others', async () => {
    const { clock, budgets, taken } = budgetsOf('sbx_x', { processes: 2 });
    const [one, other] = budgets;
    expect(await taken(6, 'operator', one)).toBe(6);
    expect(await taken(1, 'operator', one)).toBe(1);
    clock.now += 3_000;
    expect(await taken(1, 'operator', one), 'its lease is over: the rest goes back').toBe(1);
    expect(await taken(100, 'operator', other)).toBeGreaterThanOrEqual(46);
  });

  test.each(['sbx_x', 'live'])(
    '%s: no minute and no day ever holds more, however they ask',
    async (token) => {
      const limits = limitsFor({ simulator: false }, token);
      const { clock, budgets, taken } = budgetsOf(token, { processes: 3 });
      let seed = 42;
      const random = () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return seed / 2_147_483_648;
      };
      const calls: number[] = [];
      let background = 0;
      for (let step = 0; step < 4_000; step += 1) {
        clock.now += Math.floor(random() ** 3 * 9_000);
        const priority = random() < 0.3 ? 'background' : 'operator';
        const by = budgets[Math.floor(random() * budgets.length)];
        const count = await taken(Math.floor(random() ** 4 * 90), priority, by);
        if (priority === 'background') background += count;
        calls.push(...Array.from({ length: count }, () => clock.now));
      }
      expect(background).toBeGreaterThan(0);
      expect(mostWithin(calls, MINUTE)).toBeLessThanOrEqual(limits?.perMinute ?? 0);
      expect(mostWithin(calls, MINUTE), 'and the budget is really used').toBeGreaterThan(
        (limits?.perMinute ?? 0) * 0.8,
      );
      expect(mostWithin(calls, 24 * HOUR)).toBeLessThanOrEqual(limits?.perDay ?? Number.POSITIVE_INFINITY);
    },
  );
});

function mostWithin(calls: readonly number[], ms: number): number {
  let most = 0;
  for (let last = 0, first = 0; last < calls.length; last += 1) {
    while ((calls[last] ?? 0) - (calls[first] ?? 0) >= ms) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
