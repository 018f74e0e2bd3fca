import type { Payment } from '#lib/providers/money-records.ts';
import { stateOf, stayed } from '#lib/states/money-state.ts';
import type { Direction } from '#lib/transactions/rules.ts';
import type { PaymentPage } from './rules.ts';

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
