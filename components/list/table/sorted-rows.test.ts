import { expect, test } from 'vitest';
import { sortedRows } from './sorted-rows.ts';

const rows = [
  { id: 'a', amount: 300, at: '2026-11-20T10:00:00Z' },
  { id: 'b', amount: null, at: null },
  { id: 'c', amount: 100, at: '2026-11-21T10:00:00Z' },
  { id: 'd', amount: 300, at: '2026-11-19T10:00:00Z' },
];
const ids = (key: 'amount' | 'at', falling: boolean) =>
  sortedRows(rows, (row) => row[key], falling)
    .map(({ id }) => id)
    .join('');

test('rows stand by their key, those without one last, and what is alike as it stood', () => {
  expect(ids('amount', true)).toBe('adcb');
  expect(ids('amount', false)).toBe('cadb');
  expect(ids('at', true)).toBe('cadb');
  expect(ids('at', false)).toBe('dacb');
});
