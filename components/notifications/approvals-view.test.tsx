import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { changesOptions, connectionsOptions, type RuleChange } from '#lib/connections/queries.ts';
import { approvalsOptions } from '#lib/operations/queries.ts';
import { ApprovalsView } from './waiting-panel.tsx';

const rule = (accountId: string, approve: boolean): RuleChange => ({
  id: accountId,
  accountId,
  state: 'pending',
  decidedBy: null,
  decidedAt: null,
  before: { approvalAbove: 1_000 },
  after: { approvalAbove: 2_500 },
  requestedBy: { id: 'sv', name: 'Sérgio' },
  requestedAt: '2026-11-19T12:00:00.000Z',
  effectiveAt: '2026-11-20T12:00:00.000Z',
  reason: null,
  from: { address: null, agent: null },
  passing: null,
  may: { approve, decline: true },
});
const connections = {
  of: connectionsOptions(),
  data: {
    items: [
      { id: 'a', name: 'Aroeira' },
      { id: 'b', name: 'Filial Sul' },
    ],
  },
};
const view = (rules: RuleChange[], permissions?: 'approve'[]) =>
  shown(<ApprovalsView />, {
    known: [
      connections,
      { of: approvalsOptions('pix'), data: { items: [] } },
      { of: changesOptions(), data: { items: rules } },
    ],
    ...(permissions === undefined ? {} : { session: { permissions } }),
  });

test('approvals over all accounts: what one may decide is a line, what somebody else decides a panel, each once', () => {
  const { text, markup } = view([rule('a', true), rule('b', false)]);
  expect(text).toContain('Aguardando sua aprovação');
  expect(text.match(/hoje acima de R\$ 10,00 · Aroeira/g)).toHaveLength(1);
  expect(markup.match(/aria-labelledby/g)).toHaveLength(2);
  expect(text).toContain('Filial Sul');
});

test('approvals: that nothing waits is said, with the way to the rules for who may change them', () => {
  expect(view([]).text).toContain('Nada aguarda sua aprovação');
  expect(view([]).markup).toContain('href="/settings/policies">Ver as regras');
  expect(view([], ['approve']).text).not.toContain('Ver as regras');
});
