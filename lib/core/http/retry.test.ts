import { expect, test, vi } from 'vitest';
import {
  EXPORT_PATIENCE,
  PAGE_PATIENCE,
  RetryBudget,
  type Verdict,
  withRetries,
} from '#lib/core/http/retry.ts';
import { sleep } from '#lib/core/sleep.ts';

function tools(patience = PAGE_PATIENCE, budget = new RetryBudget()) {
  const waits: number[] = [];
  return {
    waits,
    tools: { budget, patience, random: () => 1, sleep: async (ms: number) => void waits.push(ms) },
  };
}
const answering = (...outcomes: string[]) => {
  let at = 0;
  return vi.fn(async () => outcomes[at++] ?? 'good');
};
const verdictOf =
  (verdict: Verdict) =>
  (outcome: string): Verdict | null =>
    outcome === 'good' ? null : verdict;

test('a fault that may pass is tried again, with growing waits', async () => {
  const { waits, tools: options } = tools();
  const run = answering('bad', 'bad', 'good');
  expect(await withRetries(run, verdictOf({ retry: true }), options)).toBe('good');
  expect(waits).toEqual([250, 500]);
});

test('what cannot pass is not tried again', async () => {
  const { tools: options } = tools();
  const run = answering('bad', 'good');
  expect(await withRetries(run, verdictOf({ retry: false }), options)).toBe('bad');
  expect(run).toHaveBeenCalledTimes(1);
});

test('three tries in all for a page', async () => {
  const { tools: options } = tools();
  const run = answering('bad', 'bad', 'bad', 'good');
  expect(await withRetries(run, verdictOf({ retry: true }), options)).toBe('bad');
  expect(run).toHaveBeenCalledTimes(3);
});

test('the asked wait is obeyed, one too long is passed on', async () => {
  const page = tools();
  expect(
    await withRetries(answering('bad'), verdictOf({ retry: true, retryAfterSeconds: 3 }), page.tools),
  ).toBe('good');
  expect(page.waits).toEqual([3_250]);
  const run = answering('bad');
  expect(await withRetries(run, verdictOf({ retry: true, retryAfterSeconds: 30 }), page.tools)).toBe('bad');
  expect(run).toHaveBeenCalledTimes(1);
  const long = tools(EXPORT_PATIENCE);
  expect(
    await withRetries(answering('bad'), verdictOf({ retry: true, retryAfterSeconds: 30 }), long.tools),
  ).toBe('good');
});

test('an outage is not multiplied', async () => {
  const { tools: options } = tools();
  const run = vi.fn(async () => 'bad');
  for (let call = 0; call < 100; call += 1) await withRetries(run, verdictOf({ retry: true }), options);
  expect(run.mock.calls.length).toBeLessThan(100 + 10 + 20 + 1);
});

test('nothing is tried for a caller that went away', async () => {
  const { tools: options } = tools();
  const gone = new AbortController();
  const run = vi.fn(async () => 'bad');
  const waiting = { ...options, sleep: async () => gone.abort() };
  await withRetries(run, verdictOf({ retry: true }), waiting, gone.signal);
  expect(run).toHaveBeenCalledTimes(1);
});

test('sleep ends with its signal', async () => {
  const begun = performance.now();
  await sleep(5_000, AbortSignal.timeout(20));
  await sleep(5_000, AbortSignal.abort());
  await sleep(1);
  expect(performance.now() - begun).toBeLessThan(1_000);
});
