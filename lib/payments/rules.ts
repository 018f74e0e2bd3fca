import type { FieldError } from '#lib/form.ts';
import { looksLikeCode, readBrCode } from '#lib/pix/br-code.ts';
import { documentKind, normalizeDocument } from '#lib/pix/documents.ts';
import { type PixKeyKind, pixKeyKind, pixKeyKinds } from '#lib/pix/pix-key.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { stateOf, stayed } from '#lib/states.ts';
import { type Direction, expiryOf, refundedCents } from '#lib/transactions/rules.ts';

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
export const LONGEST_EXPIRY_SECONDS = 172_000;

export const STATUSES_OF: Record<PaymentPage, readonly string[]> = {
  charges: ['PENDING', 'COMPLETED', 'EXPIRED', 'CANCELED', 'WAITING_FOR_REFUND', 'REFUNDED', 'ERROR'],
  withdrawals: ['PENDING', 'COMPLETED', 'CANCELED', 'REFUNDED', 'ERROR'],
  transfers: ['PENDING', 'COMPLETED', 'CANCELED', 'ERROR'],
};

const DIGITS = (text: string) => text.replace(/\D/g, '');

/** A key as the services take it: documents bare, phones with +55, the rest in small letters. */
export function keyAsSent(text: string, type: PixKeyKind): string {
  const typed = text.trim();
  if (type === 'cpf' || type === 'cnpj') return normalizeDocument(typed);
  if (type !== 'phone') return typed.toLowerCase();
  const digits = DIGITS(typed);
  if (typed.startsWith('+')) return `+${digits}`;
  return /^55\d{10,11}$/.test(digits) ? `+${digits}` : `+55${digits}`;
}

export type { FieldError };

/** The fault of a key of this type; the names are keys of `payments.faults`. */
export function keyFault(text: string, type: PixKeyKind | null): FieldError {
  if (text.trim() === '') return 'required';
  if (type === null) return 'key_unreadable';
  const key = keyAsSent(text, type);
  if (type === 'cpf' || type === 'cnpj') return documentKind(key) === type ? null : 'document_invalid';
  if (type === 'phone') return /^\+\d{10,15}$/.test(key) ? null : 'phone_invalid';
  return pixKeyKind(key) === type ? null : 'key_invalid';
}

/** Empty or with check digits that hold. */
export function documentFault(text: string): FieldError {
  return text.trim() === '' || documentKind(text) !== null ? null : 'document_invalid';
}

/** An address that a provider can call; empty is none. */
export function callbackFault(text: string): FieldError {
  const typed = text.trim();
  if (typed === '') return null;
  try {
    const { protocol, username } = new URL(typed);
    return (protocol === 'https:' || protocol === 'http:') && username === '' ? null : 'url_invalid';
  } catch {
    return 'url_invalid';
  }
}

/** Account number (document 1), Pix key or a code that names it (document 2) that receives a transfer. */
export function receiverFault(text: string, receiver: 'account_number' | 'pix_key'): FieldError {
  const typed = text.trim();
  if (typed === '') return 'required';
  if (receiver === 'account_number') return /^\d{6}$/.test(typed) ? null : 'account_number';
  if (!looksLikeCode(typed)) return pixKeyKinds(typed).length > 0 ? null : 'key_unreadable';
  const code = readBrCode(typed);
  return typeof code === 'string' ? code : null;
}

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

/** Tells if the payment's money moved and stayed moved. */
export const hasMoved = (payment: Payment) => stayed(stateOf(payment));
const INCOMING = new Set(['DEPOSIT', 'PAYMENT', 'COMMISSION']);

/** Only money that moved has a sign, and only where somebody tells its way. */
export function wayOf(payment: Payment, page: PaymentPage): Direction {
  const side = sideOf(payment, page);
  return hasMoved(payment) && side !== 'untold' ? side : 'still';
}

/** It moved, and nobody tells which way: the row says so instead of a sign. */
export const isWayUntold = (payment: Payment, page: PaymentPage): boolean =>
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
