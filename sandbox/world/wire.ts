import type { PixTransaction } from '../types.ts';

/** Cents to BRL, rounded to four decimals because cents may have fractions. */
export function reais(cents: number): number;
export function reais(cents: number | null): number | null;
export function reais(cents: number | null): number | null {
  return cents === null ? null : Math.round(cents * 100) / 10_000;
}

/** BRL as a JSON number or decimal text to cents; null when it has more than two decimals. */
export function cents(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  const found = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!found) return null;
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** Document 1's Transaction: decimals for money, refundAmount as text. */
export function transactionJson(transaction: PixTransaction): Record<string, unknown> {
  const { refundAmount } = transaction;
  return {
    ...transaction,
    amount: reais(transaction.amount),
    serviceFeeCharged: reais(transaction.serviceFeeCharged),
    refundAmount: refundAmount === null ? null : (refundAmount / 100).toFixed(2),
  };
}
