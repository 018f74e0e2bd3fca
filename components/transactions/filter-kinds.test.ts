import { describe, expect, it } from 'vitest';
import { NO_FILTERS } from '#lib/transactions/filters.ts';
import { isSet, readTyped, removal, typedOf } from './filter-kinds.ts';

describe('typed filters', () => {
  it('read amounts exactly', () => {
    expect(readTyped('amount', '1.234,56')).toEqual({ filters: { amount: 123_456 } });
    expect(readTyped('amount', '0,3')).toEqual({ filters: { amount: 30 } });
    expect(readTyped('amount', '0')).toEqual({ fault: 'amountZero' });
    expect(readTyped('amount', '12,345')).toEqual({ fault: 'amount' });
  });
  it('send documents without punctuation, and only whole ones', () => {
    expect(readTyped('document', '529.982.247-25')).toEqual({ store: { document: '52998224725' } });
    expect(readTyped('document', '482.610.993-1')).toEqual({ fault: 'document' });
  });
  it('keep names and documents out of the address', () => {
    expect(readTyped('person', ' Mariana ')).toEqual({ store: { name: 'Mariana' } });
    expect(removal('document')).toEqual({ store: { document: null } });
  });
  it('take a filter away when nothing is typed', () => {
    expect(readTyped('amount', '  ')).toEqual({ filters: { amount: null } });
    expect(readTyped('person', '')).toEqual({ store: { name: null } });
  });
  it('know an end-to-end id by its form', () => {
    expect(readTyped('endToEndId', 'E4837261920261119165903aB3kQzLm2')).toHaveProperty('filters');
    expect(readTyped('endToEndId', 'E48372619')).toEqual({ fault: 'endToEndId' });
  });
});

describe('filters in force', () => {
  const filters = { ...NO_FILTERS, amount: 18_990, f: 'abcdefgh' };
  it('tell document and name apart behind one id', () => {
    expect(isSet('document', filters, { document: '1' })).toBe(true);
    expect(isSet('person', filters, { document: '1' })).toBe(false);
    expect(isSet('amount', filters, null)).toBe(true);
    expect(isSet('status', filters, null)).toBe(false);
  });
  it('are written as they would be typed', () => {
    expect(typedOf('amount', filters, null)).toBe('189,90');
    expect(typedOf('person', filters, { name: 'Ana' })).toBe('Ana');
    expect(typedOf('clientReference', filters, null)).toBe('');
  });
});
