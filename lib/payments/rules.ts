import { stateOf, stayed } from '#lib/core/status/money.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { expiryOf, refundedCents } from '#lib/transactions/detail-rules.ts';
import type { Direction } from '#lib/transactions/rules.ts';
import { type Stage, stageOf } from './stage.ts';

/** The pages of money that are lists of payments. */
export type PaymentPage = 'charges' | 'withdrawals' | 'transfers';

/** Kinds of operations whose money leaves the account. */
export const MONEY_OUT_KINDS = ['withdrawal.key', 'withdrawal.code', 'transfer.create'] as const;
export const KINDS_OF: Record<PaymentPage, readonly string[]> = {
  charges: ['charge.create'],
  withdrawals: ['withdrawal.key', 'withdrawal.code'],
  transfers: ['transfer.create'],
};
/** All that may carry an address of its own for notices. */
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
  /** Cents; null where the service does not tell. */
  total: number | null;
  used: number;
  /** Cents left after this payment; `afterAll`: after those whose end is unknown, too. May be negative. */
  after: number | null;
  afterAll: number | null;
};

/** Computes what an amount leaves of a balance (`used` 0) or of a daily limit. Cents. */
export function headroomOf(total: number | null, used: number, amount: number, uncertain: number): Headroom {
  if (total === null) return { total, used, after: null, afterAll: null };
  const after = total - used - amount;
  return { total, used, after, afterAll: after - uncertain };
}

/** The most that can leave: the least of balance, limit and the provider's own maximum; null: none is known. */
export function headroomIn(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : Math.max(0, Math.min(...known));
}

/** What went back of a paid charge, which its status word leaves out. */
export type Back = Extract<Stage, 'partly' | 'refunding' | 'refunded'>;

/** Tells if the payment's money moved and stayed moved. */
export const hasMoved = (payment: Payment) => stayed(stateOf(payment));

const INCOMING = new Set(['DEPOSIT', 'PAYMENT', 'COMMISSION']);

/** Only money that moved has a sign, and only where somebody tells its way. */
export function wayOf(payment: Payment, page: PaymentPage): Direction {
  const side = sideOf(payment, page);
  return hasMoved(payment) && side !== 'untold' ? side : 'still';
}

/** It moved, and nobody tells which way: the row says so instead of a sign. */
export const isDirectionUnknown = (payment: Payment, page: PaymentPage): boolean =>
  hasMoved(payment) && sideOf(payment, page) === 'untold';

/** By the page it stands on; a transfer as its adapter read it, one kept before that by its type. */
function sideOf({ type, way }: Payment, page: PaymentPage): 'in' | 'out' | 'untold' {
  if (page !== 'transfers') return page === 'charges' ? 'in' : 'out';
  if (way !== undefined) return way;
  if (type === 'WITHDRAW') return 'out';
  return type !== null && INCOMING.has(type) ? 'in' : 'untold';
}

/** The other side of a payment. */
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

/** It may still end one way or the other. */
export function isPending(payment: Pick<Payment, 'status' | 'state'>): boolean {
  const state = stateOf(payment);
  return state === 'waiting' || state === 'returning';
}

export function backOf(payment: Payment, page: PaymentPage): Back | null {
  const stage = page === 'charges' && hasMoved(payment) ? stageOf(payment) : 'done';
  return stage === 'partly' || stage === 'refunding' || stage === 'refunded' ? stage : null;
}

/** Where a payment's status has its words, among those of `payments.status`. */
export function statusKey(payment: Payment, page: PaymentPage): string {
  const back = backOf(payment, page);
  return back === null ? `${page}.${payment.status}` : `back.${back}`;
}

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
