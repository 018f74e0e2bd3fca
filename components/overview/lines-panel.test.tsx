import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { linesQuery } from '#lib/overview/queries.ts';
import { LinesPanel } from './newest-panels.tsx';

const line = (type: string) => ({
  ...{ id: type, type, amount: 2_500, balanceAfter: 9_000, transactionId: 't1', other: {} },
  counterparty: { name: null, document: null, pixKey: null },
  ...{ createdAt: '2026-11-22T12:03:00.000Z', postedAt: null },
});
const panel = (locale: 'pt-BR' | 'en') =>
  shown(<LinesPanel account="pix" />, {
    locale,
    known: [
      {
        of: linesQuery('pix'),
        data: { items: [line('BANK_SLIP_DEPOSIT'), line('ZZZ')], asOf: '2026-11-22T12:03:00.000Z' },
      },
    ],
  }).text;

test('U10: the overview names a line of the statement as the statement does, never by the service’s code alone', () => {
  expect(panel('pt-BR')).toContain('Boleto pago');
  expect(panel('pt-BR')).toContain('ZZZ, palavra do serviço');
  expect(panel('en')).toContain('Bank slip paid');
  expect(panel('en')).not.toContain('BANK_SLIP_DEPOSIT');
});
