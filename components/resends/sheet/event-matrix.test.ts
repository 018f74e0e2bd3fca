import { expect, test } from 'vitest';
import { matrixOf } from './event-matrix.tsx';

test('events by present state, what is most first, with sums on both sides', () => {
  const matrix = matrixOf([
    { event: 'TRANSACTION_EXPIRED', status: 'EXPIRED', count: 229 },
    { event: 'TRANSACTION_COMPLETED', status: 'COMPLETED', count: 2391 },
    { event: 'TRANSACTION_REFUNDED', status: 'REFUNDED', count: 88 },
    { event: null, status: 'COMPLETED', count: 2 },
  ]);
  expect(matrix.statuses).toEqual(['COMPLETED', 'EXPIRED', 'REFUNDED']);
  expect(matrix.rows).toEqual([
    { event: 'TRANSACTION_COMPLETED', counts: [2391, 0, 0], total: 2391 },
    { event: 'TRANSACTION_EXPIRED', counts: [0, 229, 0], total: 229 },
    { event: 'TRANSACTION_REFUNDED', counts: [0, 0, 88], total: 88 },
    { event: null, counts: [2, 0, 0], total: 2 },
  ]);
  expect(matrix.totals).toEqual([2393, 229, 88]);
  expect(matrix.total).toBe(2710);
});

test('nothing is an empty table', () => {
  expect(matrixOf([])).toEqual({ statuses: [], rows: [], totals: [], total: 0 });
});
