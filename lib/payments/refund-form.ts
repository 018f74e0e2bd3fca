import type { InputOf } from '#lib/api/endpoint.ts';
import { type FormDescription, given } from '#lib/core/form.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import {
  type ReturnFundsDraft,
  type ReturnFundsFacts,
  returnFundsCents,
  returnFundsFields,
} from '#lib/operations/forms.ts';
import type { Payment, RefundState } from './queries.ts';

type RefundDraft = ReturnFundsDraft & { description: string };
type Body = InputOf<Endpoints['POST /transactions/{id}/refunds'], 'body'>;

export const refundForm: FormDescription<RefundDraft, ReturnFundsFacts, Body> = {
  blank: { part: 'all', amount: '', description: '' },
  fields: { ...returnFundsFields, description: { kind: 'text', most: 140 } },
  // When the remaining amount is unknown, "all" means the whole payment. The provider refuses an excess.
  body(draft, facts) {
    const cents = returnFundsCents(draft, facts);
    const amount = draft.part === 'part' ? (cents ?? 0) : facts.left === null ? cents : null;
    return { ...(amount === null ? {} : { amount }), ...given({ description: draft.description }) };
  },
};

/** Cents that can still be refunded. Null: unknown. */
export function remainingCents(payment: Payment, state: RefundState): number | null {
  if (state.refundable !== null) return state.refundable;
  if (payment.refundableAmount != null) return payment.refundableAmount;
  if (payment.amount === null || state.refunded === null) return null;
  return Math.max(0, payment.amount - state.refunded - (state.inProgress ?? 0));
}
