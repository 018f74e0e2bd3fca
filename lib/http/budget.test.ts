import { expect, test } from 'vitest';
import { createBudget, limitsFor } from '#lib/http/budget.ts';

function budgetOf(token: string, simulator = false) {
  const clock = { now: 1_000_000_000_000 };
  const budget = createBudget(limitsFor({ simulator }, token), () => clock.now);
  const taken = (count: number, priority: 'operator' | 'background' = 'operator') =>
    Array.from({ length: count }, () => budget.take(priority)).filter((turn) => turn.ok).length;
  return { clock, budget, taken };
}

test('the simulator has none', () => {
  expect(budgetOf('sbx_x', true).taken(5_000)).toBe(5_000);
});

test('a sandbox token has 60 a minute and 2,000 a day', () => {
  const { clock, budget, taken } = budgetOf('sbx_x');
  expect(taken(100)).toBe(60);
  clock.now += 20_000;
  expect(budget.take('operator')).toEqual({ ok: false, waitMs: 40_000 });
  let day = 60;
  for (let minute = 0; minute < 100; minute += 1) {
    clock.now += 60_000;
    day += taken(100);
  }
  expect(day).toBe(2_000);
  clock.now += 24 * 3_600_000;
  expect(taken(100)).toBe(60);
});

test('others have 600 a minute, halved at each 429, a tenth back each minute', () => {
  const { clock, budget, taken } = budgetOf('live');
  expect(taken(1_000)).toBe(600);
  budget.exceeded();
  clock.now += 60_000;
  expect(taken(1_000)).toBe(360);
  clock.now += 120_000;
  expect(taken(1_000)).toBe(480);
  clock.now += 600_000;
  expect(taken(1_000)).toBe(600);
});

test('background work gets at most 30 %, operators the rest', () => {
  const { taken } = budgetOf('live');
  expect(taken(1_000, 'background')).toBe(180);
  expect(taken(1_000)).toBe(420);
});
