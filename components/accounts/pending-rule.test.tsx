import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { changesOptions, type RuleChange } from '#lib/connections/queries.ts';
import { PendingRule } from './pending-rule.tsx';

const CHANGE: RuleChange = {
  id: 'c',
  accountId: 'a',
  state: 'pending',
  decidedBy: null,
  decidedAt: null,
  before: { approvalAbove: 1_000_000 },
  after: { approvalAbove: 2_500_000 },
  requestedBy: { id: 'sv', name: 'Sérgio Valadares' },
  requestedAt: '2026-11-19T14:40:00.000Z',
  effectiveAt: '2026-11-20T14:40:00.000Z',
  reason: 'Fornecedores de chapa subiram.',
  from: {
    address: '177.10.8.55',
    agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
  },
  passing: { count: 61, sum: 1_234_500, all: 74 },
  may: { approve: true, decline: true },
};
const panel = (change: RuleChange, locale: 'en' | 'pt-BR') =>
  shown(<PendingRule account={{ id: 'a', name: 'Aroeira' }} />, {
    locale,
    known: [{ of: changesOptions(), data: { items: [change] } }],
  });

test.each(['en', 'pt-BR'] as const)(
  'A12: a weaker rule is shown whole in %s: both limits, who, when, from where, why, what it lets pass',
  (locale) => {
    const { text, markup } = panel(CHANGE, locale);
    const parts = [
      ...['Sérgio Valadares', '177.10.8.55', 'Chrome', '“Fornecedores de chapa subiram.”'],
      ...['R$ 10.000,00', 'R$ 25.000,00', 'R$ 12.345,00'],
      ...(locale === 'en'
        ? ['61 of the 74 payments', 'takes effect by itself']
        : ['61 dos 74 pagamentos', 'vale sozinha']),
    ];
    for (const part of parts) expect(text.replaceAll('\u00a0', ' ')).toContain(part);
    expect(markup.indexOf('data-side="before"')).toBeLessThan(markup.indexOf('data-side="after"'));
    expect(markup.match(/<button/g)).toHaveLength(2);
  },
);

test('A12: one that was asked for before words were kept invents none', () => {
  const { text } = panel({ ...CHANGE, reason: null, from: { address: null, agent: null } }, 'pt-BR');
  expect(text).not.toContain('“');
  expect(text).toContain('endereço desconhecido');
});
