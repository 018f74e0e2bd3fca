import { expect, test } from 'vitest';
import { totalOf } from '#lib/list/pages.ts';

test('R3: a total of the first page is none once a later page shows that a filter was overlooked', () => {
  const page = (total: number | null, filteredHere?: string[]) => ({
    total,
    ...(filteredHere === undefined ? {} : { filteredHere }),
  });
  expect(totalOf([page(5_000), page(null)])).toBe(5_000);
  expect(totalOf([page(5_000), page(null, [])])).toBe(5_000);
  expect(totalOf([page(5_000), page(null, ['from'])])).toBeNull();
  expect(totalOf([])).toBeNull();
});
