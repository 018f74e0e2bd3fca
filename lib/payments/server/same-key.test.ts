import { expect, test } from 'vitest';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { TRANSFER } from '#lib/payments/server/payment-operation.ts';
import { isKey } from '#lib/payments/server/receiver.ts';
import type { Payment } from '#lib/providers/money-records.ts';

test.each<[string | null, string, string | null, boolean | null]>([
  [null, 'ana@example.com', 'email', null],
  ['Ana@Example.com', 'ana@example.com', 'EMAIL', true],
  ['529.982.247-25', '52998224725', 'CPF', true],
  ['a***@e***.com', 'ana@example.com', 'email', true],
  ['rui@example.com', 'ana@example.com', 'email', false],
  ['r***@e***.com', 'ana@example.com', 'email', false],
  ['an*@example.com', 'ana@example.com', 'email', true],
  ['an*@example.com', 'adriana@example.com', 'email', false],
  ['an*@example.com', 'ana@exemplo.com', 'email', false],
  // Masked differently than here.
  ['***', 'ana@example.com', 'email', null],
  ['529*****25', '52998224725', 'cpf', null],
  ['(11) *****-1234', '+5511999991234', 'phone', null],
  ['(11) *****-4321', '+5511999991234', 'phone', false],
  // A number without its country, whose type is not reported.
  ['11999991234', '+5511999991234', null, null],
  ['21999991234', '+5511999991234', null, false],
])('%s is the key %s (%s): %s', (reported, key, type, is) => {
  expect(isKey(reported, key, type)).toBe(is);
});

test('a transfer to a key is not another’s because its receiver’s account has a number', () => {
  const SENT = new Date('2026-11-21T12:00:00.000Z');
  const row = { amount: 100, sentAt: SENT, createdAt: SENT, clockOffset: null } as OperationRow;
  const matches = (receiver: string, seen: object) =>
    TRANSFER.matches?.({
      row,
      request: { input: { receiver, amount: 100, clientReference: 'r' }, typed: true, idempotencyKey: 'k' },
      seen: { clientReference: 'r', amount: 100, createdAt: SENT.toISOString(), ...seen } as Payment,
    });
  const at = (accountNumber: string | null, withdrawPixKey: string | null = null) => ({
    receiver: { accountNumber },
    ...{ withdrawPixKey, withdrawPixType: null },
  });
  expect(matches('loja@example.com', at('0012345'))).toBe(true);
  expect(matches('loja@example.com', at('0012345', 'outra@example.com'))).toBe(false);
  expect(matches('654321', at('65432-1'))).toBe(true);
  expect(matches('654321', at('123456'))).toBe(false);
});
