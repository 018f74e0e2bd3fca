import { describe, expect, test } from 'vitest';
import { masked } from '#lib/core/masking/pii.ts';
import { mayRefund } from '#lib/payments/rules.ts';
import { redactPayment } from '#lib/payments/server/money-kind.ts';
import { typeOfTransaction } from '#lib/providers/direction.ts';
import { toPayment as toHubPayment } from '#lib/providers/hub/map.ts';
import { readPayment } from '#lib/providers/hub/wire.ts';
import { Payment } from '#lib/providers/money-records.ts';
import { toTransaction } from '#lib/providers/pix/map.ts';
import { asPayment } from '#lib/providers/pix/map-payments.ts';
import { matchTransactions } from '#lib/providers/pix/transaction-filter.ts';
import { readTransaction } from '#lib/providers/pix/wire.ts';
import { counterpartOf, directionOf, refundableCents } from '#lib/transactions/rules.ts';
import codes from '../core/fixtures/vectors/br-codes.json' with { type: 'json' };

const CODE = codes.valid[2]?.code ?? '';
const row = (more: Record<string, unknown>) =>
  toTransaction(
    readTransaction({
      ...{ id: 't1', status: 'COMPLETED', amount: 10, method: 'PIX', qrCodeText: CODE },
      ...{ payer: { name: 'Ana Lima' }, receiver: { name: 'Bia Reis' } },
      ...more,
    }),
  );

describe('R2 R7: the type of a transaction is read by meaning', () => {
  test.each([
    ...['withdraw', 'WITHDRAWAL', 'CASH_OUT', 'DEBIT', 'payout', 'pix_sent', 'SAQUE'].map(
      (word) => [word, 'WITHDRAW', 'out', 'Bia Reis'] as const,
    ),
    ...['deposit', 'CASH_IN', 'CREDIT', 'PIX_RECEIVED', 'Depósito'].map(
      (word) => [word, 'DEPOSIT', 'in', 'Ana Lima'] as const,
    ),
  ])('%s is %s', (word, type, way, name) => {
    const one = row({ type: word });
    expect(one.type).toBe(type);
    expect(one.typeSaid).toBe(word.toUpperCase() === type ? undefined : word);
    expect(directionOf(one)).toBe(way);
    expect(counterpartOf(one).name).toBe(name);
    expect(refundableCents(one, [])).toBe(way === 'in' ? 1000 : null);
    expect(mayRefund(asPayment(one))).toBe(way === 'in');
    expect(matchTransactions({ type: [type] }, [one]).rows).toHaveLength(1);
    expect(matchTransactions({ type: [word] }, [one]).rows).toHaveLength(1);
  });

  test('two things that disagree tell no way, and a refund is no deposit', () => {
    expect(typeOfTransaction('WITHDRAW', ['CREDIT'])).toEqual({ type: 'WITHDRAW', way: 'untold' });
    expect(typeOfTransaction('WITHDRAWAL_REVERSAL', [])).toEqual({
      type: 'WITHDRAWAL_REVERSAL',
      way: 'untold',
    });
    expect(typeOfTransaction('FEE', [])).toEqual({ type: 'FEE', way: 'out' });
    expect(typeOfTransaction('commission', [])).toEqual({ type: 'COMMISSION' });
    expect(typeOfTransaction('LIQUIDATION', ['OUT'])).toEqual({ type: 'LIQUIDATION', way: 'out' });
  });
});

describe('A2: a code is clear to a viewer only where it is the account’s own', () => {
  const viewed = (payment: Payment) => masked(Payment, payment, { names: false }).qrCodeText ?? '';
  const hub = (kind: 'payment' | 'deposit' | 'withdraw', more: Record<string, unknown>) =>
    toHubPayment(kind, readPayment({ id: 'p1', amount: 100, status: 'CONFIRMED', brCode: CODE, ...more }));

  test.each([
    ...['withdraw', 'WITHDRAWAL', 'CASH_OUT', 'DEBIT', 'QWERTY', 'PAYMENT', undefined].map(
      (type) => [`Pix ${type}`, asPayment(row({ type }))] as const,
    ),
    ...['WITHDRAW', 'EXTERNAL_PAYMENT', 'BR_CODE_PAYMENT', 'PAYMENT', undefined].map(
      (operation) => [`Hub ${operation}`, hub('withdraw', { operation })] as const,
    ),
  ])('%s is masked', (_, payment) => {
    expect(payment.qrCodeText).toBe(CODE);
    expect(viewed(payment)).not.toContain('ana@example');
    expect(viewed(payment)).not.toContain('Ana Souza');
    expect(redactPayment(payment).qrCodeText).toBeNull();
  });

  test.each([
    ...['DEPOSIT', 'deposit', 'CASH_IN'].map((type) => [`Pix ${type}`, asPayment(row({ type }))] as const),
    ...['PAYMENT', 'PIX_CHARGE', undefined].map(
      (operation) => [`Hub ${operation}`, hub('payment', { operation })] as const,
    ),
  ])('%s is clear', (_, payment) => {
    expect(viewed(payment)).toBe(CODE);
    expect(redactPayment(payment).qrCodeText).toBe(CODE);
  });
});
