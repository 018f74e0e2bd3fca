import { expect, test } from 'vitest';
import { OPERATION_GROUPS } from '#lib/audit-log/actions.ts';
import { OPERATION_KINDS } from '#lib/background.ts';
import { KINDS } from '#lib/operations/rules.ts';

test('every kind that is sent can be looked for, and no other', () => {
  expect(OPERATION_KINDS.map(({ name }) => name).toSorted()).toEqual([...KINDS].toSorted());
});

/** Rows hold a kind as a text, so that no type can tell: what is not listed has no words in the audit log. */
test('the audit log knows every kind of operation', () => {
  expect(Object.keys(OPERATION_GROUPS).toSorted()).toEqual([...KINDS].toSorted());
});
