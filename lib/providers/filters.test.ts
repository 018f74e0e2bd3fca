import { expect, it } from 'vitest';
import { matchRows } from '#lib/providers/filters.ts';

type Row = { status: string; type: string };
const match = (rows: Row[]) =>
  matchRows<Row, { status?: string; type?: string }>(
    { status: (row, { status }) => row.status === status, type: (row, { type }) => row.type === type },
    { status: 'PENDING', type: 'DEPOSIT' },
    rows,
  );
const row = (status: string, type = 'DEPOSIT') => ({ status, type });

it('R3: a state that changed between filter and answer is left out and said, and proves nothing of the service', () => {
  const rows = [...Array.from({ length: 9 }, () => row('PENDING')), row('COMPLETED')];
  const matched = match(rows);
  expect(matched.rows).toHaveLength(9);
  expect(matched).toMatchObject({ broken: ['status'], moved: ['status'] });
  expect(match([row('COMPLETED')])).toMatchObject({ broken: ['status'], moved: ['status'] });
});

it('R3: many of another state, or one of another type, prove it', () => {
  const many = [row('PENDING'), row('COMPLETED'), row('COMPLETED')];
  expect(match(many)).toMatchObject({ broken: ['status'], moved: [] });
  expect(match([row('PENDING', 'WITHDRAW'), row('PENDING')])).toMatchObject({ broken: ['type'], moved: [] });
});
