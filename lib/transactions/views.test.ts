import { expect, test } from 'vitest';
import { fromViewFilters as fromView, sameFilters, toViewFilters } from '#lib/list/view-filters.ts';
import { type TransactionFilters as Filters, transactionsList } from '#lib/transactions/transactions.list.ts';

const NO_FILTERS = transactionsList.none;
const fromViewFilters = (stored: Record<string, string>, today: string) =>
  fromView(transactionsList, stored, today);
const TODAY = '2026-11-19';
const filters = (over: Partial<Filters>): Filters => ({ ...NO_FILTERS, ...over });

test('every filter survives being stored', () => {
  const all = filters({
    from: '2026-11-01',
    to: '2026-11-05',
    status: ['ERROR', 'PENDING'],
    type: ['DEPOSIT'],
    method: ['PIX'],
    clientReference: 'ped-1',
    virtualAccount: 'loja',
    endToEndId: 'E123',
    amountFrom: 12345,
    amountTo: 99999,
    f: 'abcdefgh',
  });
  const stored = toViewFilters(all, TODAY, true);
  expect(stored).toEqual({
    from: '2026-11-01',
    to: '2026-11-05',
    status: 'ERROR,PENDING',
    type: 'DEPOSIT',
    method: 'PIX',
    clientReference: 'ped-1',
    virtualAccount: 'loja',
    endToEndId: 'E123',
    amountFrom: '12345',
    amountTo: '99999',
    f: 'abcdefgh',
  });
  expect(fromViewFilters(stored, TODAY)).toEqual(all);
});

test('a preset moves with the day, unless its days were meant', () => {
  const week = filters({ from: '2026-11-13', to: '2026-11-19' });
  expect(toViewFilters(week, TODAY, true)).toEqual({ period: 'days7' });
  expect(toViewFilters(week, TODAY, false)).toEqual({ from: '2026-11-13', to: '2026-11-19' });
  expect(fromViewFilters({ period: 'days7' }, '2026-12-02')).toEqual(
    filters({ from: '2026-11-26', to: '2026-12-02' }),
  );
});

test('an open period stays open', () => {
  expect(toViewFilters(filters({ from: '2026-11-01' }), TODAY, true)).toEqual({ from: '2026-11-01' });
  expect(toViewFilters(NO_FILTERS, TODAY, true)).toEqual({});
});

test('what is not known is left out, not thrown', () => {
  const stored = { period: 'decade', colour: 'red', amount: 'much', status: 'ERROR' };
  expect(fromViewFilters(stored, TODAY)).toEqual(filters({ status: ['ERROR'] }));
});

test('the order of values makes no other filter', () => {
  const one = filters({ status: ['ERROR', 'PENDING'] });
  expect(sameFilters(one, filters({ status: ['PENDING', 'ERROR'] }))).toBe(true);
  expect(sameFilters(one, filters({ status: ['ERROR'] }))).toBe(false);
  expect(sameFilters(one, filters({ status: ['ERROR', 'PENDING'], amount: 1 }))).toBe(false);
});

test('U3: the views of every account are filters that the list has', () => {
  for (const [name, stored] of Object.entries(transactionsList.views)) {
    const read = fromViewFilters({ ...stored }, TODAY);
    expect(toViewFilters(read, TODAY, true), name).toEqual(stored);
  }
});
