import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { CallError } from '#lib/api/client.ts';
import { incidentsOptions } from '#lib/deliveries/queries.ts';
import { firstDueOptions } from '#lib/disputes/queries.ts';
import { balanceQuery } from '#lib/overview/queries.ts';
import type { AccountSummary } from '#lib/session/contract.ts';
import { AllAccountsView, TotalsPanel } from './all-accounts-view.tsx';

const account = (slug: string): AccountSummary => ({
  slug,
  name: slug,
  kind: 'pix',
  environment: 'sandbox',
  simulator: true,
  configured: true,
  capabilities: ['balance'],
  permissions: [],
  roles: ['admin'],
});
const totals = (known: NonNullable<Parameters<typeof shown>[1]>['known']) =>
  shown(<TotalsPanel />, {
    session: { accounts: [account('pix'), account('hub')] },
    ...(known ? { known } : {}),
  }).text;

test('while nothing was read no account is shown without a balance', () => {
  expect(totals([])).not.toContain('de 0 das 2');
  const one = totals([{ of: balanceQuery('pix'), data: { available: 1_000, blocked: null } }]);
  expect(one).toContain('de 1 das 2 contas com saldo');
  const error = new Error();
  const none = ['pix', 'hub'].map((slug) => ({ of: balanceQuery(slug), error }));
  expect(totals(none)).toContain('de 0 das 2 contas com saldo');
});

test('a line shows what waits, where it leads, and what could not be read', () => {
  const now = '2026-11-20T12:00:00.000Z';
  const accounts = [
    { ...account('pix'), capabilities: ['balance', 'disputes', 'deliveries'] },
    { ...account('hub'), capabilities: ['balance', 'disputes'] },
    { ...account('card'), kind: 'card' as const, capabilities: [] },
  ];
  const disputes = (count: number, completeAt: string | null) => ({
    sums: { open: { count, amount: 0 } },
    items: count === 0 ? [] : [{ deadline: '2026-11-20T14:30:00.000Z' }],
    completeAt,
  });
  const away = new CallError({
    ...{ type: 'about:blank', title: 'away', status: 503, code: 'provider_unavailable' },
    provider: { code: null, message: null, requestId: null, status: 503 },
  });
  const { markup, text } = shown(<AllAccountsView />, {
    now,
    session: { accounts },
    known: [
      { of: balanceQuery('pix'), data: { available: 1_000, blocked: 200 } },
      { of: balanceQuery('hub'), error: away },
      { of: firstDueOptions('pix'), data: disputes(3, now) },
      { of: firstDueOptions('hub'), data: disputes(0, null) },
      { of: incidentsOptions('pix'), data: { items: [{}, {}], open: 12 } },
    ],
  });
  expect(text).toContain('3 disputas · 2 h 30 min');
  expect(markup).toContain('href="/pix/disputes"');
  expect(text).toContain('12 avisos em 2 endereços');
  expect(markup).toContain('href="/pix/deliveries?outcome=failed"');
  expect(text).toContain('HTTP 503');
  // Nobody has read the disputes yet: that is no "none".
  expect(text).toContain('lendo');
  expect(text).toContain('sem saldo');
});
