import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COLUMNS, INITIAL, sanitize, tracksOf } from './columns.ts';

describe('columns', () => {
  it('come in the order of the table, the fixed ones always', () => {
    expect(sanitize(['fee', 'reference'])).toEqual(['time', 'state', 'who', 'reference', 'fee', 'amount']);
    expect(sanitize(['nonsense', 3])).toEqual(['time', 'state', 'who', 'amount']);
  });
  it('are the initial ones where nothing sensible was remembered', () => {
    expect(sanitize(null)).toEqual(INITIAL);
    expect(sanitize({ time: true })).toEqual(INITIAL);
  });
  it('need a width that counts every one of them and the checkbox', () => {
    const { tracks, least } = tracksOf(['time', 'who']);
    expect(tracks).toBe('var(--w-pick) var(--w-time) minmax(var(--w-who), 1fr)');
    expect(least).toBe('calc(var(--w-pick) + var(--w-time) + var(--w-who))');
  });
  it('each have their width in the style sheet', () => {
    const css = readFileSync(new URL('transactions.module.css', import.meta.url), 'utf8');
    expect(COLUMNS.filter((column) => !css.includes(`--w-${column}: `))).toEqual([]);
  });
});
