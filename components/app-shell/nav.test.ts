import { describe, expect, test } from 'vitest';
import type { AccountSummary } from '#lib/session/contract.ts';
import { FIRST_DAY } from '#lib/session/first-day.ts';
import {
  homeOf,
  isCurrent,
  navFor,
  pathOnAccount,
  placeOf,
  segmentOf,
  settingsFor,
  shownPlace,
  tabsOf,
} from './nav.ts';

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

const entries = (changes: Partial<AccountSummary> = {}) => navFor(account(changes)).map(({ id }) => id);

describe('navFor', () => {
  test('shows what the account has and the operator may do', () => {
    expect(entries()).toEqual(['overview', 'transactions']);
  });
  test('has seven entries beside the settings for a Pix account, fewer for the others', () => {
    const pix = ['transactions', 'disputes', 'charges', 'withdrawals', 'statement', 'webhooks'];
    expect(entries({ capabilities: pix })).toEqual([
      'overview',
      'transactions',
      'disputes',
      'charges',
      'pay',
      'statement',
      'webhooks',
    ]);
    expect(entries({ capabilities: ['card-charges', 'simulator'] })).toEqual(['overview', 'card']);
    expect(entries({ capabilities: [] })).toEqual(['overview']);
  });
  test('gives no letter to two entries of one account', () => {
    const pix = navFor(account({ capabilities: ['transactions', 'charges', 'withdrawals', 'statement'] }));
    expect(new Set(pix.map(({ key }) => key)).size).toBe(pix.length);
  });
  test('leads an entry to the first of its places that is open', () => {
    const homes = (changes: Partial<AccountSummary>) =>
      navFor(account(changes)).map((item) => homeOf('pix', item));
    expect(homes({ capabilities: ['transfers'] })).toEqual(['/pix/overview', '/pix/transfers']);
    expect(homes({ capabilities: ['reports'] })).toEqual(['/pix/overview']);
    expect(homes({ capabilities: ['reports'], permissions: ['read', 'report'] })).toEqual([
      '/pix/overview',
      '/pix/reports',
    ]);
  });
});

test('closings are a tab of the statement for who may export', () => {
  const tabs = (changes: Partial<AccountSummary>) =>
    navFor(account({ capabilities: ['statement'], ...changes }))
      .at(-1)
      ?.places.map(({ id }) => id);
  expect(tabs({ permissions: ['read', 'export'] })).toEqual(['statement', 'closings']);
  expect(tabs({ permissions: ['read'] })).toEqual(['statement']);
  expect(entries({ capabilities: ['card-charges'], permissions: ['read', 'export'] })).toEqual([
    'overview',
    'card',
  ]);
});

describe('shownPlace', () => {
  const shown = (segment: string, query = '') => {
    const capabilities = ['charges', 'charges-list', 'pix-keys', 'withdrawals', 'statement'];
    const entry = navFor(account({ capabilities })).find((item) => isCurrent(item, segment));
    return entry && shownPlace(entry, segment, new URLSearchParams(query))?.id;
  };
  test('is the place whose query stands in the address, else the page itself', () => {
    expect(shown('charges')).toBe('charges');
    expect(shown('charges', 'show=funnel&account=loja')).toBe('funnel');
    expect(shown('charges', 'show=keys')).toBe('pix-keys');
    expect(shown('charges', 'show=list')).toBe('charges');
    expect(shown('operations', 'show=open')).toBe('open');
  });
  test('is none where the page shows what no tab names', () => {
    expect(shown('operations')).toBeUndefined();
    expect(shown('statement', 'tab=pending')).toBe('statement');
  });
});

test('the page of a segment is known whoever may open it', () => {
  expect(placeOf('reports')).toMatchObject({ segment: 'reports', permission: 'report' });
  expect(placeOf('sandbox')).toMatchObject({ permission: 'simulate' });
  expect(placeOf('nowhere')).toBeUndefined();
});

describe('tabsOf', () => {
  const tabs = (capabilities: string[]) =>
    tabsOf(navFor(account({ capabilities })), 4).map((item) => item.id);
  test('of an account with every page are the four of the daily round', () => {
    const pix = ['transactions', 'disputes', 'webhooks', 'deliveries', 'charges', 'statement', 'simulator'];
    expect(tabs(pix)).toEqual(['overview', 'transactions', 'disputes', 'statement']);
  });
  test('leave no room empty on an account that has fewer, and keep the order of the side bar', () => {
    const hub = ['disputes', 'webhooks', 'charges', 'statement', 'simulator'];
    expect(tabs(hub)).toEqual(['overview', 'disputes', 'statement', 'webhooks']);
    expect(tabs(['card-charges', 'withdrawals'])).toEqual(['overview', 'card', 'pay']);
    expect(tabs([])).toEqual(['overview']);
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

test('approvals are a tab for who may approve and does not manage; the first day until it is taken away', () => {
  const ids = (...options: Parameters<typeof settingsFor>) => settingsFor(...options).map(({ id }) => id);
  const preferences = { firstDay: [] };
  const on = (permissions: ('read' | 'approve')[]) => ({
    permissions: [],
    accounts: [{ permissions }],
    preferences,
  });
  expect(ids(on(['read']))).toEqual(['channels', 'profile']);
  expect(ids(on(['read', 'approve']))).toEqual(['approvals', 'channels', 'profile']);
  const manager = { permissions: ['manage', 'approve'] as const, accounts: [], preferences };
  expect(ids(manager)).toEqual(['accounts', 'team', 'policies', 'channels', 'audit', 'first-day', 'profile']);
  const done = { ...manager, preferences: { firstDay: FIRST_DAY } };
  expect(ids(done)).not.toContain('first-day');
});
