import type { InputOf } from '#lib/api/endpoint.ts';
import { type FormDescription, given } from '#lib/core/form.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import {
  type GiveBackDraft,
  type GiveBackFacts,
  giveBackCents,
  returnFundsFields,
} from '#lib/operations/forms.ts';
import type { Payment, RefundState } from './queries.ts';

type RefundDraft = GiveBackDraft & { description: string };
type Body = InputOf<Endpoints['POST /transactions/{id}/refunds'], 'body'>;

export const refundForm: FormDescription<RefundDraft, GiveBackFacts, Body> = {
  blank: { part: 'all', amount: '', description: '' },
  fields: { ...returnFundsFields, description: { kind: 'text', most: 140 } },
  // Where nobody tells what is left, all of it is the whole payment; the provider refuses what is too much.
  body(draft, facts) {
    const cents = giveBackCents(draft, facts);
    const amount = draft.part === 'part' ? (cents ?? 0) : facts.left === null ? cents : null;
    return { ...(amount === null ? {} : { amount }), ...given({ description: draft.description }) };
  },
};

/** Cents that may still go back; null where nobody told. */
export function leftOf(payment: Payment, state: RefundState): number | null {
  if (state.refundable !== null) return state.refundable;
  if (payment.refundableAmount != null) return payment.refundableAmount;
  if (payment.amount === null || state.refunded === null) return null;
  return Math.max(0, payment.amount - state.refunded - (state.inProgress ?? 0));
}
