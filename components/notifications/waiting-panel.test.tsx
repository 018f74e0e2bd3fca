import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { CallError } from '#lib/api/client.ts';
import { changesOptions, type RuleChange } from '#lib/connections/queries.ts';
import { type Approvals, approvalsOptions } from '#lib/operations/queries.ts';
import { WaitingPanel } from './waiting-panel.tsx';

const approval = (name: string, until: string) =>
  ({
    account: { slug: 'pix', name: 'Aroeira' },
    operation: {
      id: name,
      kind: 'withdrawal.key',
      state: 'awaiting_approval',
      amount: 100,
      actor: { id: 'caio', name: 'Caio' },
      createdAt: '2026-11-19T12:00:00.000Z',
      approval: { until, barred: null },
      may: { approve: true, decline: true },
    },
    receiver: { name, document: null, institution: null, key: null, keyType: null, account: null },
  }) as unknown as Approvals['items'][number];
const rule = (until: string): RuleChange => ({
  id: 'c',
  accountId: 'a',
  state: 'pending',
  decidedBy: null,
  decidedAt: null,
  before: { approvalAbove: 1_000 },
  after: { approvalAbove: 2_500 },
  requestedBy: { id: 'sv', name: 'Sérgio' },
  requestedAt: '2026-11-19T12:00:00.000Z',
  effectiveAt: until,
  reason: null,
  from: { address: null, agent: null },
  passing: null,
  may: { approve: true, decline: true },
});
const DOWN = new CallError({
  type: 'about:blank',
  title: '',
  status: 500,
  code: 'internal',
  help: { title: 'Falhou', hint: '', responsible: '', retry: 'self' },
} as never);
type Read<T> = { data: { items: T[] } } | { error: Error };
const panel = (approvals: Read<unknown>, changes: Read<RuleChange>, locale: 'en' | 'pt-BR' = 'pt-BR') =>
  shown(<WaitingPanel />, {
    locale,
    now: '2026-11-19T12:00:00.000Z',
    known: [
      { of: approvalsOptions('pix'), ...approvals },
      { of: changesOptions(), ...changes },
    ],
  });
const none = { data: { items: [] } };

test('approvals and rules stand in one order, what ends first on top, each with its time left', () => {
  const approvals = {
    data: {
      items: [approval('Zeta', '2026-11-19T15:00:00.000Z'), approval('Alfa', '2026-11-20T13:00:00.000Z')],
    },
  };
  const { text } = panel(approvals, { data: { items: [rule('2026-11-20T12:00:00.000Z')] } });
  const places = ['Zeta', 'Sérgio', 'Alfa'].map((name) => text.indexOf(name));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  for (const left of ['3 h', '24 h', '25 h']) expect(text).toContain(left);
});

test.each([
  ['en', 'not all could be read', 'Try now'],
  ['pt-BR', 'nem tudo pôde ser lido', 'Tentar agora'],
] as const)(
  'in %s: what could not be read is said, with a retry, and is not taken for nothing',
  (locale, ...parts) => {
    for (const { text } of [panel({ error: DOWN }, none, locale), panel(none, { error: DOWN }, locale)])
      for (const part of parts) expect(text).toContain(part);
    expect(panel(none, none, locale).text).toBe('');
  },
);
