import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { type Operation, openOperationsOptions } from '#lib/operations/queries.ts';
import { balanceQuery, profileQuery } from '#lib/overview/queries.ts';
import { MONEY_OUT_KINDS } from '#lib/payments/rules.ts';
import { Decide } from './decide.tsx';

const operation = (kind: string, over: object = {}) =>
  ({
    ...{ id: 'op_1', kind, state: 'awaiting_approval', amount: 1_500_000 },
    ...{ actor: { id: 'caio', name: 'Caio' }, createdAt: '2026-11-19T17:02:36.000Z' },
    approval: { until: '2026-11-20T17:02:36.000Z', barred: null },
    may: { approve: true, decline: true },
    ...over,
  }) as unknown as Operation;
const screen = (one: Operation) =>
  shown(<Decide operation={one} approval={undefined} />, {
    account: { capabilities: ['balance', 'profile'] },
    known: [
      { of: balanceQuery('pix'), data: { available: 18_640_275, asOf: '2026-11-19T17:03:12.000Z' } },
      {
        of: profileQuery('pix'),
        data: {
          dailyWithdrawLimit: { limit: 10_000_000, used: 6_137_720, updatedAt: null, lastReset: null },
        },
      },
      {
        of: openOperationsOptions('pix', MONEY_OUT_KINDS),
        data: { items: [one, { ...one, id: 'op_2', amount: 150_000 }] },
      },
    ],
  }).text.replaceAll('\u00a0', ' ');

test('balance and limit before and after, with what is uncertain, the fee, and when they were read', () => {
  const text = screen(operation('withdrawal.key'));
  for (const part of [
    ...['saldo e limite das 14:03:12', 'R$ 186.402,75', 'usado R$ 61.377,20 de R$ 100.000,00'],
    ...['1 ainda incerto, R$ 1.500,00', 'saldo R$ 169.902,75 · limite R$ 22.122,80'],
    ...['Saldo depois', 'Limite depois', 'Tarifa'],
  ])
    expect(text).toContain(part);
});

test('a refund leaves the balance and not the limit of withdrawals', () => {
  const text = screen(operation('refund.create'));
  expect(text).toContain('saldo das 14:03:12');
  for (const absent of ['Limite de hoje', 'Tarifa']) expect(text).not.toContain(absent);
});

test.each([
  ['withdrawal.key', null],
  ['withdrawal.code', 'O Guichê lê o código de novo'],
  ['refund.create', 'O Guichê confere o que já foi devolvido'],
  ['card-charge.reverse', 'O Guichê lê a cobrança de novo'],
])('%s: the way of the request says what is read again before it goes', (kind, again) => {
  const text = screen(operation(kind));
  for (const part of ['Caio pediu', 'Você confirma que é você', 'Pede ao serviço uma vez só'])
    expect(text).toContain(part);
  expect(text.includes('se mudou, para')).toBe(again !== null);
  if (again !== null) expect(text).toContain(again);
});

test('who does not approve sees no steps of their own', () => {
  const other = operation('withdrawal.key', { may: { approve: false, decline: false } });
  expect(screen(other)).not.toContain('Você confirma que é você');
});
