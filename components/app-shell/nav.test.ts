import { describe, expect, test } from 'vitest';
import type { AccountSummary } from '#lib/session/contract.ts';
import { navFor, pathOnAccount, segmentOf, settingsFor, tabsOf } from './nav.ts';

const account = (changes: Partial<AccountSummary> = {}): AccountSummary => ({
  slug: 'pix',
  name: 'Pix',
  kind: 'pix',
  environment: 'sandbox',
  simulator: true,
  configured: true,
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

describe('tabsOf', () => {
  const tabs = (capabilities: string[]) =>
    tabsOf(navFor(account({ capabilities })), 4).map((item) => item.id);
  test('of an account with every page are the four of the daily round', () => {
    const pix = ['transactions', 'disputes', 'webhooks', 'deliveries', 'charges', 'statement', 'simulator'];
    expect(tabs(pix)).toEqual(['overview', 'transactions', 'disputes', 'deliveries']);
  });
  test('leave no room empty on an account that has fewer, and keep the order of the side bar', () => {
    const hub = ['disputes', 'webhooks', 'charges', 'statement', 'simulator'];
    expect(tabs(hub)).toEqual(['overview', 'disputes', 'statement', 'sandbox']);
    expect(tabs(['card-charges', 'simulator'])).toEqual(['overview', 'card', 'operations', 'sandbox']);
    expect(tabs([])).toEqual(['overview', 'operations']);
  });
});

describe('pathOnAccount', () => {
  const to = (pathname: string, changes: Partial<AccountSummary>, query = '') =>
    pathOnAccount(pathname, account(changes), { search: new URLSearchParams(query), kind: 'pix' });

  test('keeps the feature, without the record that belongs to the other account', () => {
    expect(to('/pix/transactions/txn_1', { slug: 'loja' })).toBe('/loja/transactions');
  });
  test('goes to the overview where the feature is missing, and takes nothing along', () => {
    expect(to('/pix/transactions', { slug: 'hub', capabilities: [] }, 'period=days7')).toBe('/hub/overview');
  });
  test('keeps period, type and status, and nothing that names people, records or places in a list', () => {
    const query = 'period=days7&type=DEPOSIT&status=ERROR&f=abc&open=txn_1&cursor=x&amount=100';
    expect(to('/pix/transactions', { slug: 'loja' }, query)).toBe(
      '/loja/transactions?period=days7&type=DEPOSIT&status=ERROR',
    );
    expect(to('/pix/transactions', { slug: 'loja' }, 'from=2026-11-01&to=2026-11-02')).toBe(
      '/loja/transactions?from=2026-11-01&to=2026-11-02',
    );
  });
  test('keeps only the period for an account of another kind', () => {
    expect(to('/pix/transactions', { slug: 'hub', kind: 'hub' }, 'period=days7&type=DEPOSIT')).toBe(
      '/hub/transactions?period=days7',
    );
  });
});

describe('segmentOf', () => {
  test('is the page of this account alone', () => {
    expect(segmentOf('/pix/overview', 'pix')).toBe('overview');
    expect(segmentOf('/all/overview', 'pix')).toBeUndefined();
    expect(segmentOf('/settings/accounts', 'pix')).toBeUndefined();
  });
});

test('approvals open to who may approve on one account, the other pages of the settings to who manages all', () => {
  const ids = (...held: Parameters<typeof settingsFor>) => settingsFor(...held).map(({ id }) => id);
  const on = (permissions: ('read' | 'approve')[]) => ({ permissions: [], accounts: [{ permissions }] });
  expect(ids(on(['read']))).toEqual(['channels', 'profile']);
  expect(ids(on(['read', 'approve']))).toEqual(['approvals', 'channels', 'profile']);
  expect(ids({ permissions: ['manage', 'approve'], accounts: [] })).toContain('approvals');
});
