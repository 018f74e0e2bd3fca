import { expect, test } from 'vitest';
import { secondPersonFor } from '#lib/operations/forms.ts';

const rules = { approvalAbove: 100_000, approvalAboveDaily: 150_000, requestedToday: 90_000, entered: false };

test.each([
  [100_001, { rule: 'payment', above: 100_000 }],
  [100_000, { rule: 'day', above: 150_000 }],
  [60_001, { rule: 'day', above: 150_000 }],
  [60_000, null],
  [null, null],
])('A12: %s cents are told beforehand as the intent will judge them', (cents, expected) => {
  expect(secondPersonFor(rules, cents)).toEqual(expected);
});

test('A12: whoever entered the account today is told that each payment waits', () => {
  expect(secondPersonFor({ ...rules, entered: true }, 1)).toEqual({ rule: 'entered', above: 0 });
});

test('A12: without rules nobody is announced', () => {
  const none = { approvalAbove: null, approvalAboveDaily: null, requestedToday: null, entered: false };
  expect(secondPersonFor(none, 9_999_999)).toBeNull();
  expect(secondPersonFor(undefined, 9_999_999)).toBeNull();
});
