import { describe, expect, test } from 'vitest';
import type { AccountSummary } from '#lib/session/contract.ts';
import { navFor, pathOnAccount } from './nav.ts';

const account = (changes: Partial<AccountSummary> = {}): AccountSummary => ({
  slug: 'pix',
  name: 'Pix',
  kind: 'pix',
  environment: 'sandbox',
  simulator: true,
  capabilities: ['balance', 'transactions', 'simulator'],
  permissions: ['read', 'simulate'],
  roles: ['developer'],
  ...changes,
});

describe('navFor', () => {
  test('shows what the account has and the operator may do', () => {
    expect(navFor(account()).map((item) => item.id)).toEqual([
      'overview',
      'transactions',
      'operations',
      'sandbox',
    ]);
  });
  test('leaves out a page without its capability or permission', () => {
    expect(navFor(account({ capabilities: [] })).map((item) => item.id)).toEqual(['overview', 'operations']);
    expect(navFor(account({ permissions: ['read'] })).some((item) => item.id === 'sandbox')).toBe(false);
  });
});

describe('pathOnAccount', () => {
  test('keeps the feature, without the record that belongs to the other account', () => {
    expect(pathOnAccount('/pix/transactions/txn_1', account({ slug: 'loja' }))).toBe('/loja/transactions');
  });
  test('goes to the overview where the feature is missing', () => {
    expect(pathOnAccount('/pix/transactions', account({ slug: 'hub', capabilities: [] }))).toBe(
      '/hub/overview',
    );
  });
});
