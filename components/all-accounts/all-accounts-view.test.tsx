import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { balanceQuery } from '#lib/overview/queries.ts';
import type { AccountSummary } from '#lib/session/contract.ts';
import { TotalsPanel } from './all-accounts-view.tsx';

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
  }).words;

test('while nothing was read no account is said to lack a balance', () => {
  expect(totals([])).not.toContain('de 0 das 2');
  const one = totals([{ of: balanceQuery('pix'), data: { available: 1_000, blocked: null } }]);
  expect(one).toContain('de 1 das 2 contas com saldo');
  const error = new Error();
  const none = ['pix', 'hub'].map((slug) => ({ of: balanceQuery(slug), error }));
  expect(totals(none)).toContain('de 0 das 2 contas com saldo');
});
