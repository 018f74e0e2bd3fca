import { type MoneyState, stateOf, stayed } from '#lib/core/status/money.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { type Direction, expiryOf, refundedCents } from '#lib/transactions/rules.ts';

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
  /** Cents left after this payment. `afterAll`: also after those with an unknown outcome. May be negative. */
  after: number | null;
  afterAll: number | null;
};

/** Computes what remains of a balance (`used` 0) or of a daily limit after a payment. Cents. */
export function headroomOf(total: number | null, used: number, amount: number, uncertain: number): Headroom {
  if (total === null) return { total, used, after: null, afterAll: null };
  const after = total - used - amount;
  return { total, used, after, afterAll: after - uncertain };
}

/** The largest possible payment: the lowest of balance, limit and the provider's maximum. Null: unknown. */
export function headroomIn(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : Math.max(0, Math.min(...known));
}

/** Whether the payment's money moved and was not fully returned. */
export const hasMoved = (payment: Payment) => stayed(stateOf(payment));

const INCOMING = new Set(['DEPOSIT', 'PAYMENT', 'COMMISSION']);

/** Direction of a payment's amount. `still` (no sign) unless the money moved and its direction is known. */
export function paymentDirection(payment: Payment, page: PaymentPage): Direction {
  const side = sideOf(payment, page);
  return hasMoved(payment) && side !== 'untold' ? side : 'still';
}

/** Whether money moved in an unknown direction. The row states that instead of showing a sign. */
export const isDirectionUnknown = (payment: Payment, page: PaymentPage): boolean =>
  hasMoved(payment) && sideOf(payment, page) === 'untold';

/** By the page. A transfer: by the adapter's direction, or by its type in rows stored before that field. */
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

/** Refund stage of a paid charge. Its status does not include it. */
export type RefundStage = Extract<Stage, 'partly' | 'refunding' | 'refunded'>;

export function refundStageOf(payment: Payment, page: PaymentPage): RefundStage | null {
  const stage = page === 'charges' && hasMoved(payment) ? stageOf(payment) : 'done';
  return stage === 'partly' || stage === 'refunding' || stage === 'refunded' ? stage : null;
}

/** Message key of a payment's status under `payments.status`. */
export function statusKey(payment: Payment, page: PaymentPage): string {
  const back = refundStageOf(payment, page);
  return back === null ? `${page}.${payment.status}` : `back.${back}`;
}

/** When a charge stops being payable, ISO 8601: as reported, else by the time requested at its creation. */
export function chargeExpiry(payment: Payment, requestedSeconds: number | null): string | null {
  const reported = expiryOf(payment);
  if (reported !== null || requestedSeconds === null || payment.createdAt === null) return reported;
  return new Date(Date.parse(payment.createdAt) + requestedSeconds * 1000).toISOString();
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

/** Stages of a payment's money. `other`: the provider's status is unknown. */
export type Stage = (typeof STAGES)[Exclude<MoneyState, 'done'>] | 'done' | 'other';

type StageFields = Pick<
  Payment,
  'status' | 'state' | 'amount' | 'refundAmount' | 'refundStatus' | 'refundEnd' | 'refundInProgressAmount'
>;

const STAGES = {
  waiting: 'waiting',
  expired: 'expired',
  cancelled: 'cancelled',
  refused: 'failed',
  returned: 'refunded',
  returning: 'refunding',
  partly: 'partly',
} as const satisfies Record<Exclude<MoneyState, 'done'>, string>;

/** Derived from the state and, once paid, from the refunded amount: a partial refund leaves the state. */
export function stageOf(payment: StageFields): Stage {
  const state = stateOf(payment);
  if (state === 'done') return refundStage(payment);
  if (state === 'partly' && (payment.refundInProgressAmount ?? 0) > 0) return 'refunding';
  return state === null ? 'other' : STAGES[state];
}

function refundStage(payment: StageFields): Stage {
  const { amount, refundAmount, refundStatus, refundEnd, refundInProgressAmount } = payment;
  if ((refundInProgressAmount ?? 0) > 0) return 'refunding';
  const end = refundEnd ?? (refundStatus === null ? 'back' : 'open');
  const back = end === 'none' ? 0 : (refundAmount ?? 0);
  if (back === 0) return 'done';
  if (end === 'open') return 'refunding';
  return amount === null || back < amount ? 'partly' : 'refunded';
}

const plainUrl = (url: string) => (URL.canParse(url) ? new URL(url).href : url.trim());

/** Compares the requested callback address with the stored one (null: ignored). Null: none was requested. */
export function compareCallback(requested: string | null, stored: string | null) {
  if (requested === null) return null;
  if (stored === null) return 'absent';
  return plainUrl(requested) === plainUrl(stored) ? 'same' : 'other';
}
