import { expect, test } from 'vitest';
import { verdictOf } from '#lib/deliveries/rules.ts';

const line = (more: object = {}) => ({
  ...{ address: 'https://a.example', delivered: 10, failed: 0, ms: 100, slowest: 200 },
  ...{ statuses: [200] as (number | null)[], ...more },
});

test('U11: an hour of webhooks says what asks for somebody first: stopped, then some lost, then slow', () => {
  const stopped = line({ delivered: 0, failed: 24, statuses: [503] });
  const some = line({ failed: 318, statuses: [200, 503, null] });
  const slow = line({ ms: 640, slowest: 2_140 });
  expect(verdictOf([slow, some, stopped])).toEqual({ kind: 'stopped', line: stopped, cause: 'broken' });
  expect(verdictOf([slow, some])).toEqual({ kind: 'some', line: some, cause: 'none' });
  expect(verdictOf([line(), slow])).toEqual({ kind: 'slow', line: slow });
  expect(verdictOf([line({ slowest: 4_100 })]).kind).toBe('slow');
  expect(verdictOf([line(), line({ ms: null, slowest: null })])).toEqual({ kind: 'fine' });
  expect(verdictOf([])).toEqual({ kind: 'fine' });
});

test.each([
  [[200, 401], 'denied'],
  [[404], 'missing'],
  [[429, 404], 'missing'],
  [[429], 'limited'],
  [[301], 'redirect'],
  [[422], 'refused'],
  [[502, 403], 'broken'],
  [[], 'refused'],
] as const)('U11: answers %j come of %s', (statuses, cause) => {
  expect(verdictOf([line({ failed: 1, statuses })])).toMatchObject({ cause });
});
