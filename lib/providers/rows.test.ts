import { expect, test } from 'vitest';
import { everyRowHas, wholeList } from '#lib/providers/rows.ts';

const MUST = { id: () => true };
const list = (rows: number, counts: { total: number | null; strange: number }) =>
  wholeList(
    Array.from({ length: rows }, (_, at) => ({ id: String(at) })),
    MUST,
    counts,
  );

test('a list that came whole and counts more than came lost rows: nothing is known not to be in it', () => {
  expect(list(2, { total: 5, strange: 0 }).unread).toEqual({ rows: 3, fields: ['row'] });
  expect(list(0, { total: 1, strange: 0 }).unread).toEqual({ rows: 1, fields: ['row'] });
  expect(list(2, { total: 3, strange: 1 }).unread, 'the third could not be read').toEqual({
    rows: 1,
    fields: ['row'],
  });
  expect(everyRowHas(list(2, { total: 5, strange: 0 }), 'id')).toBe(false);
  for (const total of [null, 0, 2]) expect(list(2, { total, strange: 0 }).unread).toBeUndefined();
});
