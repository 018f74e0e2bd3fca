import { describe, expect, test } from 'vitest';
import { CallError } from '#lib/api/client.ts';
import { passesByItself, sharedFailure, withWait } from '#lib/api/query-client.ts';
import type { Problem } from '#lib/core/errors.ts';

const problem = (over: Partial<Problem>): Problem => ({
  type: 'about:blank',
  title: 'x',
  status: 503,
  code: 'provider_unavailable',
  ...over,
});
const help = (retry: 'self' | 'ask' | 'never') => ({ title: 'x', hint: '', responsible: '', retry });

test('the catalogue decides what passes by itself; without it the code does', () => {
  expect(passesByItself(problem({}))).toBe(true);
  expect(passesByItself(problem({ help: help('never') }))).toBe(false);
  expect(passesByItself(problem({ code: 'provider_credential' }))).toBe(false);
  expect(passesByItself(problem({ code: 'provider_credential', help: help('self') }))).toBe(true);
});

test('a failure that passes gets a wait to count down, its own first', () => {
  const timed = new CallError(problem({ retryAfterSeconds: 30 }));
  expect(withWait(timed)).toBe(timed);
  const untimed = new CallError(problem({}));
  expect(withWait(untimed)).toMatchObject({ at: untimed.at, problem: { retryAfterSeconds: 15 } });
});

test('what somebody must settle is never asked again by itself', () => {
  const refused = new CallError(problem({ code: 'provider_credential', help: help('ask') }));
  expect(withWait(refused)).toBe(refused);
  expect(withWait(null)).toBeNull();
});

describe('one cause of many failures', () => {
  const failing = (over: Partial<Problem>) => ({
    data: undefined,
    error: new CallError(problem(over)),
  });
  const refused = () =>
    failing({ code: 'provider_credential', provider: providerError('TOKEN_IP_NOT_ALLOWED') });
  const providerError = (code: string) => ({ code, message: null, requestId: null, status: 403 });
  const read = { data: {}, error: null };

  test('is told once from three on', () => {
    expect(sharedFailure([refused(), read, refused()])).toBeNull();
    const all = [refused(), read, refused(), refused()];
    expect(sharedFailure(all)).toBe(all[0]?.error);
  });

  test('is not told of what still shows data, of other codes, or of a defect of the page', () => {
    const shown = { ...refused(), data: {} };
    expect(sharedFailure([refused(), refused(), shown])).toBeNull();
    const other = failing({ code: 'provider_credential', provider: providerError('TOKEN_EXPIRED') });
    expect(sharedFailure([refused(), refused(), other])).toBeNull();
    const defect = { data: undefined, error: new Error('x') };
    expect(sharedFailure([defect, defect, defect])).toBeNull();
  });
});
