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
    expect(tracks).toBe('2rem 4.875rem minmax(11rem, 1fr)');
    expect(least).toBeCloseTo(17.875);
    expect(Number.isFinite(tracksOf(COLUMNS).least)).toBe(true);
  });
});
