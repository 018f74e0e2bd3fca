import type { Payment } from '#lib/providers/money-records.ts';
import { hasMoved } from './payment-state.ts';
import type { PaymentPage } from './rules.ts';
import { type Stage, stageOf } from './stage.ts';

/** What went back of a paid charge, which its status word leaves out. */
export type Back = Extract<Stage, 'partly' | 'refunding' | 'refunded'>;

export function backOf(payment: Payment, page: PaymentPage): Back | null {
  const stage = page === 'charges' && hasMoved(payment) ? stageOf(payment) : 'done';
  return stage === 'partly' || stage === 'refunding' || stage === 'refunded' ? stage : null;
}

/** Where a payment's status has its words, among those of `payments.status`. */
export function statusKey(payment: Payment, page: PaymentPage): string {
  const back = backOf(payment, page);
  return back === null ? `${page}.${payment.status}` : `back.${back}`;
}
