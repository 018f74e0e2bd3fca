import { describe, expect, it } from 'vitest';
import { initialColumns } from '#lib/list/list.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';
import { sanitize, tracksOf } from './columns.ts';

const sane = (chosen: unknown) => sanitize(transactionsList, chosen);

describe('columns', () => {
  it('come in the order of the list, those with a place always', () => {
    expect(sane(['fee', 'reference'])).toEqual(['time', 'state', 'who', 'reference', 'fee', 'amount']);
    expect(sane(['nonsense', 3])).toEqual(['time', 'state', 'who', 'amount']);
  });
  it('are the initial ones where nothing sensible was remembered', () => {
    const initial = ['time', 'state', 'who', 'reference', 'type', 'amount'];
    expect(initialColumns(transactionsList)).toEqual(initial);
    expect(sane(null)).toEqual(initial);
    expect(sane({ time: true })).toEqual(initial);
  });
  it('need a width that counts every one of them and the checkbox', () => {
    const { tracks, least } = tracksOf([{ width: 5 }, { width: 11, grows: true }, { width: 9, under: 50 }]);
    expect(tracks).toBe('2rem 5rem minmax(11rem, 1fr) calc(9rem * var(--under-50))');
    expect(least).toBe('calc(2rem + 5rem + 11rem + calc(9rem * var(--under-50)))');
  });
});
