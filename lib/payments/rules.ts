import { stateOf, stayed } from '#lib/core/status/money.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { type Direction, expiryOf, refundedCents } from '#lib/transactions/rules.ts';
import { type Stage, stageOf } from './stage.ts';

/** Pages that list payments. */
export type PaymentPage = 'charges' | 'withdrawals' | 'transfers';

/** Kinds of operations that move money out of the account. */
export const MONEY_OUT_KINDS = ['withdrawal.key', 'withdrawal.code', 'transfer.create'] as const;
export const KINDS_OF: Record<PaymentPage, readonly string[]> = {
  charges: ['charge.create'],
  withdrawals: ['withdrawal.key', 'withdrawal.code'],
  transfers: ['transfer.create'],
};
/** Kinds that may have their own callback address. */
export const MONEY_KINDS = Object.values(KINDS_OF).flat();
export const MOST_REFERENCE = 64;
export const MOST_ACCOUNT = 50;
/** Characters of a Pix code (BR Code). */
export const MOST_CODE = 1024;
export const LONGEST_EXPIRY_SECONDS = 172_000;

export const STATUSES_OF: Record<PaymentPage, readonly string[]> = {
  charges: ['PENDING', 'COMPLETED', 'EXPIRED', 'CANCELED', 'WAITING_FOR_REFUND', 'REFUNDED', 'ERROR'],
  withdrawals: ['PENDING', 'COMPLETED', 'CANCELED', 'REFUNDED', 'ERROR'],
  transfers: ['PENDING', 'COMPLETED', 'CANCELED', 'ERROR'],
};

export type Headroom = {
  /** Cents. Null: the service does not report it. */
  total: number | null;
  used: number;
  /**
   * Cents left after this payment. `afterAll`: also after payments with an unknown outcome. May be negative.
   */
  after: number | null;
  afterAll: number | null;
};

/** Computes what remains of a balance (`used` 0) or of a daily limit after a payment. Cents. */
export function headroomOf(total: number | null, used: number, amount: number, uncertain: number): Headroom {
  if (total === null) return { total, used, after: null, afterAll: null };
  const after = total - used - amount;
  return { total, used, after, afterAll: after - uncertain };
}

/**
 * The largest possible payment: the lowest of balance, limit and the provider's maximum. Null: none is known.
 */
export function headroomIn(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : Math.max(0, Math.min(...known));
}

/** Refund stage of a paid charge. Its status does not include it. */
export type RefundStage = Extract<Stage, 'partly' | 'refunding' | 'refunded'>;

/** Whether the payment's money moved and was not fully returned. */
export const hasMoved = (payment: Payment) => stayed(stateOf(payment));

const INCOMING = new Set(['DEPOSIT', 'PAYMENT', 'COMMISSION']);

/** Direction of a payment's amount. `still` (no sign) unless the money moved and its direction is known. */
export function paymentDirection(payment: Payment, page: PaymentPage): Direction {
  const side = sideOf(payment, page);
  return hasMoved(payment) && side !== 'untold' ? side : 'still';
}

/** Whether money moved in an unknown direction. The row says so instead of showing a sign. */
export const isDirectionUnknown = (payment: Payment, page: PaymentPage): boolean =>
  hasMoved(payment) && sideOf(payment, page) === 'untold';

/**
 * Derived from the page. A transfer uses the adapter's direction, or its type in rows stored before that
 * field existed.
 */
function sideOf({ type, way }: Payment, page: PaymentPage): 'in' | 'out' | 'untold' {
  if (page !== 'transfers') return page === 'charges' ? 'in' : 'out';
  if (way !== undefined) return way;
  if (type === 'WITHDRAW') return 'out';
  return type !== null && INCOMING.has(type) ? 'in' : 'untold';
}

/** The counterparty of a payment. */
export function otherSide(payment: Payment, page: PaymentPage) {
  const { payer, receiver, generatedName, generatedDocument } = payment;
  if (page === 'charges') {
    if (!isNobody(payer)) return payer;
    return { ...payer, name: generatedName, document: generatedDocument };
  }
  const side = sideOf(payment, page);
  if (side !== 'untold') return side === 'in' ? payer : receiver;
  return payment.counterparty ?? (isNobody(receiver) ? payer : receiver);
}

const isNobody = ({ name, document }: Payment['payer']) => name === null && document === null;

/** Whether its outcome is still open. */
export function isPending(payment: Pick<Payment, 'status' | 'state'>): boolean {
  const state = stateOf(payment);
  return state === 'waiting' || state === 'returning';
}

export function refundStageOf(payment: Payment, page: PaymentPage): RefundStage | null {
  const stage = page === 'charges' && hasMoved(payment) ? stageOf(payment) : 'done';
  return stage === 'partly' || stage === 'refunding' || stage === 'refunded' ? stage : null;
}

/** Message key of a payment's status under `payments.status`. */
export function statusKey(payment: Payment, page: PaymentPage): string {
  const back = refundStageOf(payment, page);
  return back === null ? `${page}.${payment.status}` : `back.${back}`;
}

/**
 * When a charge stops being payable, ISO 8601: as reported, else computed from the time requested at its
 * creation.
 */
export function chargeExpiry(payment: Payment, askedSeconds: number | null): string | null {
  const reported = expiryOf(payment);
  if (reported !== null || askedSeconds === null || payment.createdAt === null) return reported;
  return new Date(Date.parse(payment.createdAt) + askedSeconds * 1000).toISOString();
}

/** Whether a payment may be refunded: a paid Pix charge or deposit with a remaining amount. */
export function mayRefund(payment: Payment): boolean {
  const { type, way, method, refundableAmount, amount } = payment;
  if (!hasMoved(payment)) return false;
  if (way === 'out' || (way === 'untold' && type !== null)) return false;
  if (type !== null && type !== 'DEPOSIT' && type !== 'PAYMENT') return false;
  if (method !== null && method !== 'PIX') return false;
  if (refundableAmount !== undefined && refundableAmount !== null) return refundableAmount > 0;
  return amount === null || refundedCents(payment, []) < amount;
}
