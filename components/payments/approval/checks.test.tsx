import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Operation } from '#lib/operations/queries.ts';
import { type ApprovalCheck, checksOptions } from '#lib/payments/queries.ts';
import { Checks } from './decide.tsx';

const operation = { id: 'op_1', actor: { id: 'caio', name: 'Caio' } } as unknown as Operation;
const check = (name: ApprovalCheck['name'], over: Partial<ApprovalCheck> = {}): ApprovalCheck => ({
  ...{ name, state: 'ok', why: null, amount: null, count: null, operationId: null, at: null },
  ...over,
});
const text = (checks: ApprovalCheck[], locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<Checks operation={operation} />, {
    locale,
    known: [{ of: checksOptions('pix', 'op_1'), data: { checks, asOf: '2026-11-19T17:03:09.000Z' } }],
  }).text;

test('when it was checked, how many were compared, and how many São Paulo days ago the same amount went', () => {
  const found = [
    check('twin', { count: 1_612 }),
    // 23:30 of the 5th in São Paulo.
    check('same_amount', { state: 'note', operationId: 'op_9', at: '2026-11-06T02:30:00.000Z' }),
    check('key', { at: '2026-11-19T17:02:30.000Z' }),
  ];
  const shownText = text(found);
  for (const part of [
    ...['às 14:03:09', 'Nada igual nas últimas 24 h', '1.612 pedidos feitos aqui comparados'],
    ...['Mesmo valor há 14 dias', 'consultada por Caio em qui 19 nov, 14:02'],
  ])
    expect(shownText).toContain(part);
  expect(text(found, 'en')).toContain('Same amount 14 days ago');
});

test('with nothing to compare it says so; a key that nobody looked up has no such time', () => {
  const shownText = text([check('twin', { count: 0 }), check('key')]);
  expect(shownText).toContain('nenhum outro pedido feito aqui para comparar');
  expect(shownText).not.toContain('consultada por');
});
