import type { InputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { type FormDescription, given } from '#lib/form.ts';
import { readAmount } from '#lib/money.ts';
import type { Payment, RefundState } from './queries.ts';

export type RefundDraft = { part: 'all' | 'part'; amount: string; description: string };
/** Cents that may still go back, and cents of the whole payment; null where nobody told. */
export type RefundFacts = { left: number | null; whole: number | null };
type Body = InputOf<Endpoints['POST /transactions/{id}/refunds'], 'body'>;

export const refundForm: FormDescription<RefundDraft, RefundFacts, Body> = {
  blank: { part: 'all', amount: '', description: '' },
  fields: {
    part: { kind: 'choice', of: ['all', 'part'] },
    amount: {
      kind: 'amount',
      early: 4,
      when: ({ part }) => part === 'part',
      fault(typed, _, { left }) {
        const { fault } = readAmount(typed, { min: 1, max: left });
        return fault === 'above_maximum' ? 'above_left' : fault;
      },
    },
    description: { kind: 'text', most: 140 },
  },
  // Where nobody tells what is left, all of it is the whole payment; the provider refuses what is too much.
  body: ({ part, amount, description }, { left, whole }) => ({
    ...(part === 'part' ? { amount: readAmount(amount, { min: 1, max: left }).cents ?? 0 } : {}),
    ...(part === 'all' && left === null && whole !== null ? { amount: whole } : {}),
    ...given({ description }),
  }),
};

/** Cents that the form asks for; null while they cannot be read. */
export function refundCents({ part, amount }: RefundDraft, { left, whole }: RefundFacts): number | null {
  if (part === 'all') return left ?? whole;
  const { cents, fault } = readAmount(amount, { min: 1, max: left });
  return fault === null ? cents : null;
}

/** Cents that may still go back; null where nobody told. */
export function leftOf(payment: Payment, state: RefundState): number | null {
  if (state.refundable !== null) return state.refundable;
  if (payment.refundableAmount != null) return payment.refundableAmount;
  if (payment.amount === null || state.refunded === null) return null;
  return Math.max(0, payment.amount - state.refunded - (state.inProgress ?? 0));
}
