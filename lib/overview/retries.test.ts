import { expect, test } from 'vitest';
import { CallError } from '#lib/api/client.ts';
import type { Problem } from '#lib/api/errors.ts';
import { passesByItself, withWait } from '#lib/overview/retries.ts';

const problem = (over: Partial<Problem>): Problem => ({
  type: 'about:blank',
  title: 'x',
  status: 503,
  code: 'provider_unavailable',
  ...over,
});
const help = (retry: 'self' | 'ask' | 'never') => ({ title: 'x', todo: '', who: '', retry });

test('the catalogue decides what passes by itself; without it the code does', () => {
  expect(passesByItself(problem({}))).toBe(true);
  expect(passesByItself(problem({ help: help('never') }))).toBe(false);
  expect(passesByItself(problem({ code: 'provider_credential' }))).toBe(false);
  expect(passesByItself(problem({ code: 'provider_credential', help: help('self') }))).toBe(true);
});

test('a failure that passes gets a wait to count down, its own first', () => {
  const told = new CallError(problem({ retryAfterSeconds: 30 }));
  expect(withWait(told)).toBe(told);
  const untold = new CallError(problem({}));
  expect(withWait(untold)).toMatchObject({ at: untold.at, problem: { retryAfterSeconds: 15 } });
});

test('what somebody must settle is never asked again by itself', () => {
  const refused = new CallError(problem({ code: 'provider_credential', help: help('ask') }));
  expect(withWait(refused)).toBe(refused);
  expect(withWait(null)).toBeNull();
});
