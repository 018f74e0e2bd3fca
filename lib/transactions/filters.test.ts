import { describe, expect, it } from 'vitest';
import { isOpenEnded, presetOf, presetSpan } from '#lib/core/dates.ts';
import { activeFilters } from '#lib/list/list.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';

const { load: loadFilters, none: NO_FILTERS } = transactionsList;

const TODAY = '2026-11-19';

describe('address', () => {
  it('is read, and what does not fit is absent', () => {
    const read = loadFilters(
      new URLSearchParams(
        'from=2026-11-13&to=2026-02-30&status=COMPLETED,PENDING,bad&amount=30&amountFrom=10&amountTo=-2&clientReference=a%20b&f=short',
      ),
    );
    expect(read).toEqual({
      ...NO_FILTERS,
      from: '2026-11-13',
      status: ['COMPLETED', 'PENDING'],
      amount: 30,
      amountFrom: 10,
      clientReference: 'a b',
    });
  });
  it.each(['amount=0', 'amount=1.5', 'amount=-3', 'amount=9999999999999', 'status=', 'from=ontem'])(
    'leaves out %s',
    (text) => {
      expect(loadFilters(new URLSearchParams(text))).toEqual(NO_FILTERS);
    },
  );
  it('keeps an instant', () => {
    const to = '2026-11-19T10:00:00-03:00';
    expect(loadFilters(new URLSearchParams({ to })).to).toBe(to);
  });
});

it('sends lists with commas and nothing that is absent', () => {
  const filters = { ...NO_FILTERS, status: ['ERROR', 'EXPIRED'], amount: 18990 };
  expect(toQuery(filters)).toEqual({ status: 'ERROR,EXPIRED', amount: '18990' });
  expect(activeFilters({ ...filters, from: TODAY })).toEqual(['status', 'amount']);
});

describe('periods', () => {
  it('count both days', () => {
    expect(presetSpan('days7', TODAY)).toEqual({ from: '2026-11-13', to: TODAY });
    expect(presetSpan('days30', TODAY)).toEqual({ from: '2026-10-21', to: TODAY });
    expect(presetSpan('month', TODAY)).toEqual({ from: '2026-11-01', to: TODAY });
    expect(presetSpan('yesterday', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' });
  });
  it('are recognised again', () => {
    expect(presetOf({ from: '2026-11-13', to: TODAY }, TODAY)).toBe('days7');
    expect(presetOf({ from: TODAY, to: TODAY }, TODAY)).toBe('today');
    expect(presetOf({ from: '2026-11-13', to: null }, TODAY)).toBeNull();
  });
  it('that are over get nothing new', () => {
    const now = Date.parse('2026-11-19T17:00:00Z');
    expect(isOpenEnded({ to: null }, now)).toBe(true);
    expect(isOpenEnded({ to: TODAY }, now)).toBe(true);
    expect(isOpenEnded({ to: '2026-11-18' }, now)).toBe(false);
    expect(isOpenEnded({ to: '2026-11-19T16:59:59Z' }, now)).toBe(false);
  });
});
