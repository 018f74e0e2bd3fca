import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Operation } from '#lib/operations/queries.ts';
import { ApprovalDecision } from './approval.tsx';

const RENATA = { id: 'renata', name: 'Renata Mello' };
const CAIO = { id: 'caio', name: 'Caio Fontes' };
/** The operator of the session. */
const ANA = { id: 'op', name: 'Ana' };
const AT = '2026-11-19T17:03:12.000Z';

const ended = (state: string, by: { id: string; name: string } | null, reason: string | null = null) =>
  ({
    id: 'op_1',
    kind: 'withdrawal.key',
    state,
    actor: CAIO,
    settledAt: AT,
    approval: { needed: true, by, at: by && AT, declined: state === 'declined', reason },
  }) as unknown as Operation;
const text = (operation: Operation, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<ApprovalDecision operation={operation} />, { locale }).text;

test.each([
  ['confirmed', RENATA, 'Renata Mello aprovou', 'Renata Mello approved it'],
  ['declined', RENATA, 'Renata Mello recusou', 'Renata Mello declined it'],
  ['declined', ANA, 'Você recusou', 'You declined it'],
  ['declined', CAIO, 'Caio Fontes retirou o próprio pedido', 'Caio Fontes cancelled their own request'],
  ['expired', null, 'Expirou: ninguém decidiu em 24 horas', 'Expired: nobody decided within 24 hours'],
] as const)('%s: that no decision is awaited any more, and by whom (%#)', (state, by, pt, en) => {
  expect(text(ended(state, by))).toContain(pt);
  expect(text(ended(state, by))).toContain('qui 19 nov, 14:03:12 · não espera mais decisão');
  expect(text(ended(state, by), 'en')).toContain(en);
});

test('with the reason, as it was written', () => {
  const { markup } = shown(<ApprovalDecision operation={ended('declined', RENATA, 'Nota de outro mês')} />);
  expect(markup).toMatch(/<q[^>]*>Nota de outro mês<\/q>/);
});

test('of one that needed nobody nothing is said', () => {
  const alone = {
    ...ended('confirmed', null),
    approval: { needed: false, by: null },
  } as unknown as Operation;
  expect(text(alone)).toBe('');
});
