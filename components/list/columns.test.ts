import { describe, expect, it } from 'vitest';
import { optionalColumns, sanitize } from '#components/ui/data-table/columns.ts';
import { endpoints } from '#lib/endpoints.ts';
import { initialColumns, isOrdered, type List } from '#lib/list/list.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';
import { viewLists } from '#lib/views/lists.ts';

const sane = (chosen: unknown) => sanitize(transactionsList, chosen);

describe('columns', () => {
  it('come in the order of the list, those with a place always', () => {
    expect(sane(['fee', 'reference'])).toEqual(['time', 'state', 'who', 'reference', 'fee', 'amount']);
    expect(sane(['nonsense', 3])).toEqual(['time', 'state', 'who', 'amount']);
  });
  it('are the initial ones where nothing sensible was remembered', () => {
    const initial = ['time', 'state', 'who', 'reference', 'notice', 'type', 'amount'];
    expect(initialColumns(transactionsList)).toEqual(initial);
    expect(sane(null)).toEqual(initial);
    expect(sane({ time: true })).toEqual(initial);
    expect(sane([])).toEqual(initial);
  });
});

describe.each(Object.entries(viewLists) as [string, List][])('the list of %s', (_, list) => {
  it('has columns to choose, an order, and a file that its contract knows', () => {
    const [first] = list.sort;
    expect(optionalColumns(list).length).toBeGreaterThan(0);
    expect(list.columnNames).toContain(first);
    // Exporting a list above all accounts takes the `manage` permission.
    const permission = list.name === 'audit' ? 'manage' : 'export';
    expect(endpoints).toHaveProperty([list.csv ?? ''], expect.objectContaining({ permission }));
  });
  it('keeps what tells a row from another, and takes an order in its call only where it is put in order there', () => {
    const bare = sanitize(list, ['nothing']);
    expect(bare.map((name) => list.columns[name]?.place)).toEqual(
      expect.arrayContaining(['time', 'state', 'who', 'amount']),
    );
    expect(bare.map((name) => list.columns[name]?.place)).not.toContain('note');
    expect('order' in list.parsers).toBe(isOrdered(list));
  });
});
