import type { Payment } from '#lib/providers/money-records.ts';
import { expiryOf, refundedCents } from '#lib/transactions/detail-rules.ts';
import { hasMoved } from './payment-state.ts';

/** Rules of one payment that is looked at; lists and forms do without them. */

/** When a charge stops being payable, ISO 8601: as told, else what was asked at its creation. */
export function chargeExpiry(payment: Payment, askedSeconds: number | null): string | null {
  const told = expiryOf(payment);
  if (told !== null || askedSeconds === null || payment.createdAt === null) return told;
  return new Date(Date.parse(payment.createdAt) + askedSeconds * 1000).toISOString();
}

/** Tells if a payment may be refunded: a paid Pix charge or deposit with something left. */
export function mayRefund(payment: Payment): boolean {
  const { type, way, method, refundableAmount, amount } = payment;
  if (!hasMoved(payment)) return false;
  if (way === 'out' || (way === 'untold' && type !== null)) return false;
  if (type !== null && type !== 'DEPOSIT' && type !== 'PAYMENT') return false;
  if (method !== null && method !== 'PIX') return false;
  if (refundableAmount !== undefined && refundableAmount !== null) return refundableAmount > 0;
  return amount === null || refundedCents(payment, []) < amount;
}
