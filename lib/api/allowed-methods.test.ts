import { describe, expect, it } from 'vitest';
import { allowedMethods } from '#lib/api/allowed-methods.ts';

describe('allowed methods', () => {
  it('knows an address with its parameters filled in', () => {
    expect(allowedMethods('/api/accounts/pix/transactions')).toEqual(['GET', 'HEAD']);
    expect(allowedMethods('/api/accounts/pix/transactions/tx_1/timeline')).toEqual(['GET', 'HEAD']);
    expect(allowedMethods('/api/session/end')).toEqual(['POST']);
  });

  it('matches whole segments only, and a dot is a dot', () => {
    expect(allowedMethods('/api/accounts/pix/transactions.csv')).toEqual(['GET', 'HEAD']);
    expect(allowedMethods('/api/accounts/pix/transactionsXcsv')).toEqual([]);
    expect(allowedMethods('/api/accounts/pix')).toEqual([]);
    expect(allowedMethods('/api/accounts/a/b/transactions')).toEqual([]);
  });
});
