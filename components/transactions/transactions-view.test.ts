import { describe, expect, it } from 'vitest';
import { searched } from './transactions-view.tsx';

describe('U20: a search', () => {
  const NONE = {
    ...{ clientReference: null, virtualAccount: null, endToEndId: null },
    ...{ amount: null, amountFrom: null, amountTo: null },
  };
  it('takes the place of every earlier one and leaves other values and period', () => {
    expect(searched({ kind: 'amount', value: 18_990 })).toEqual({
      filters: { ...NONE, f: null, amount: 18_990 },
    });
    expect(searched({ kind: 'clientReference', value: 'pedido-1' })).toEqual({
      filters: { ...NONE, f: null, clientReference: 'pedido-1' },
    });
  });
  it('U3: for amounts from or up to one is a range', () => {
    expect(searched({ kind: 'amountFrom', value: 50_000 })).toEqual({
      filters: { ...NONE, f: null, amountFrom: 50_000 },
    });
  });
  it('of a name takes the document away with it, and the other way round', () => {
    expect(searched({ kind: 'name', value: 'Ana' })).toEqual({
      store: { document: null, name: 'Ana' },
      also: NONE,
    });
    expect(searched({ kind: 'document', value: '52998224725', document: 'cpf' })).toEqual({
      store: { document: '52998224725', name: null },
      also: NONE,
    });
  });
  it('for a transaction changes no filter', () => {
    expect(searched({ kind: 'transaction', value: 'txn_1' })).toBeNull();
  });
});
