import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Operation } from '#lib/operations/queries.ts';
import { byReferenceOptions } from '#lib/payments/queries.ts';
import { Confirmed } from './outcome.tsx';

const REFERENCE = 'pix-code-1';
const operation = (otherAmount: number | null) =>
  ({
    amount: 1_000,
    clientReference: REFERENCE,
    otherAmount,
    intent: { receiverName: 'Transportes Ipê' },
  }) as unknown as Operation;
const screen = (otherAmount: number | null, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<Confirmed operation={operation(otherAmount)} page="withdrawals" onOpen={() => undefined} />, {
    locale,
    known: [{ of: byReferenceOptions('pix', 'withdrawals', REFERENCE), data: { payment: null } }],
  });

test('M1: a code that was paid with another amount is an alarm with both amounts, in both languages', () => {
  const other = screen(5_000_000);
  expect(other.markup).toContain('role="alert"');
  expect(other.text).toMatch(/O serviço pagou outro valor .*R\$ 10,00.*R\$ 50\.000,00/);
  expect(screen(5_000_000, 'en').text).toMatch(/another amount.*R\$ 10,00.*R\$ 50\.000,00/);
});

test('M1: with the amount that was asked for nothing of the kind is said', () => {
  expect(screen(null).markup).not.toContain('role="alert"');
  expect(screen(null).text).not.toContain('outro valor');
});
