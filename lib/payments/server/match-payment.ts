import 'server-only';
import type { Payment } from '#lib/providers/money-records.ts';

/** A service may answer a repeated reference with the first payment: one this much older is not ours. */
const OLDER_MS = 10 * 60_000;

export type Asked = {
  /** Cents; undefined where the code itself names it. */
  amount: number | undefined;
  /** When it was first sent, by the provider's clock (ms). */
  firstSentMs: number;
};

/**
 * Tells if a payment found under a typed reference is the one asked for: the same amount and receiver
 * (`sameReceiver` null: the provider does not tell), created at most ten minutes before the first send.
 */
export function matchesRequest(payment: Payment, asked: Asked, sameReceiver: boolean | null): boolean {
  if (asked.amount !== undefined && payment.amount !== null && payment.amount !== asked.amount) return false;
  if (sameReceiver === false) return false;
  const created = Date.parse(payment.createdAt ?? '');
  return Number.isNaN(created) || created >= asked.firstSentMs - OLDER_MS;
}
