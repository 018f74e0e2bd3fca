import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sharedTimers } from './query-timers.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The end of a turn, at which all that it set is looked at. */
const turn = () => Promise.resolve();

test('each runs once, on its own millisecond, by one timer of the browser', async () => {
  const timers = sharedTimers();
  const ran: string[] = [];
  for (const ms of [300, 100, 200, 100]) timers.setTimeout(() => ran.push(`${ms}`), ms);
  await turn();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(99);
  expect(ran).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ran).toEqual(['100', '100']);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(ran).toEqual(['100', '100', '200', '300']);
  expect(vi.getTimerCount()).toBe(0);
});

test('one that is due earlier than what was waited for is not late', async () => {
  const timers = sharedTimers();
  const ran: string[] = [];
  timers.setTimeout(() => ran.push('late'), 1_000);
  await turn();
  timers.setTimeout(() => ran.push('early'), 10);
  await vi.advanceTimersByTimeAsync(10);
  expect(ran).toEqual(['early']);
  await vi.advanceTimersByTimeAsync(990);
  expect(ran).toEqual(['early', 'late']);
});

test('an interval goes on until it is cleared, also by itself', async () => {
  const timers = sharedTimers();
  let ran = 0;
  const id = timers.setInterval(() => {
    ran += 1;
    if (ran === 3) timers.clearInterval(id);
  }, 50);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ran).toBe(3);
  expect(vi.getTimerCount()).toBe(0);
});

test('what was cleared does not run, not even by one that is due with it', async () => {
  const timers = sharedTimers();
  const run = vi.fn();
  timers.setTimeout(() => timers.clearTimeout(second), 20);
  const second = timers.setTimeout(run, 20);
  timers.clearTimeout(timers.setTimeout(run, 5));
  timers.clearTimeout(undefined);
  await vi.advanceTimersByTimeAsync(100);
  expect(run).not.toHaveBeenCalled();
});

test('one that fails is reported and keeps no other back', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const timers = sharedTimers();
  const run = vi.fn();
  timers.setTimeout(() => {
    throw new Error('no');
  }, 5);
  timers.setTimeout(run, 5);
  await vi.advanceTimersByTimeAsync(5);
  expect(reported).toHaveBeenCalledOnce();
  expect(run).toHaveBeenCalledOnce();
});

test('one that sets another for now waits for the next turn', async () => {
  const timers = sharedTimers();
  const ran: string[] = [];
  timers.setTimeout(() => {
    ran.push('first');
    timers.setTimeout(() => ran.push('second'), 0);
  }, 5);
  await vi.advanceTimersByTimeAsync(5);
  await vi.advanceTimersByTimeAsync(1);
  expect(ran).toEqual(['first', 'second']);
});
