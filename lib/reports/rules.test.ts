import { expect, test } from 'vitest';
import { daysOf, mayDownload, refetchDelay, rowsOf, stateOf } from '#lib/reports/rules.ts';
import en from '../../messages/en/reports.json';
import pt from '../../messages/pt-BR/reports.json';

const NOW = Date.parse('2026-11-19T15:00:00.000Z');

test('a state by its word; a file that was removed is no longer ready', () => {
  const at = (status: string | null, expiresAt: string | null = null) => stateOf({ status, expiresAt }, NOW);
  expect([at('PENDING'), at('running'), at('FAILED'), at('WHO_KNOWS'), at(null)]).toEqual([
    'pending',
    'running',
    'failed',
    'unknown',
    'unknown',
  ]);
  expect(at('COMPLETED', '2026-11-19T15:00:00.001Z')).toBe('completed');
  expect(at('COMPLETED', '2026-11-19T15:00:00.000Z')).toBe('expired');
  expect(at('RUNNING', '2026-11-19T14:00:00.000Z')).toBe('running');
  expect(mayDownload('completed') && mayDownload('unknown')).toBe(true);
  expect(mayDownload('expired') || mayDownload('running')).toBe(false);
});

test('a period as São Paulo days, both included', () => {
  const days = daysOf({ from: '2026-11-01T03:00:00.000Z', to: '2026-12-01T03:00:00.000Z' });
  expect(days).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(daysOf({ from: null, to: null })).toEqual({ from: null, to: null });
});

test('looked at again only while one is being made, and less often with time', () => {
  const job = (state: 'running' | 'completed', createdAt: string) => ({ state, createdAt });
  expect(refetchDelay([job('completed', '2026-11-19T14:59:00.000Z')], NOW)).toBe(false);
  expect(refetchDelay([job('running', '2026-11-19T14:59:00.000Z')], NOW)).toBe(5_000);
  expect(refetchDelay([job('running', '2026-11-19T14:00:00.000Z')], NOW)).toBe(30_000);
});

test.each([
  ['completed', 12, 12],
  ['completed', 0, 0],
  ['completed', null, null],
  ['expired', 12, 12],
  ['expired', null, null],
  ['unknown', 12, 12],
  ['unknown', 0, null],
  ['unknown', null, null],
  ['pending', 0, 'none'],
  ['pending', null, 'none'],
  ['running', 0, 'none'],
  ['running', 7, 7],
  ['failed', 0, 'none'],
  ['failed', null, 'none'],
] as const)('R8: rows of a report that is %s and counts %s: %s', (state, rows, shown) => {
  expect(rowsOf({ state, rows })).toBe(shown);
});

test('R8: what nobody tells is said to be not stated', () => {
  expect([pt.state.unknown, en.state.unknown]).toEqual(['Não informado', 'Not stated']);
  expect([pt.notStated, en.notStated]).toEqual(['não informado', 'not stated']);
  expect(pt.rows).toMatch(/=0 \{nenhuma linha\}/);
});
