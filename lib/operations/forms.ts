import type { InputOf } from '#lib/api/endpoint.ts';
import { type FormDescription, filledValues } from '#lib/core/form.ts';
import { readAmount } from '#lib/core/money.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { ApprovalRules } from '#lib/operations/contract.ts';

type Body = InputOf<Endpoints['POST /operations/{id}/settle'], 'body'>;
type Values = { happened: '' | 'yes' | 'no'; reason: string };

/** Records how an operation ended. No outcome is preselected. */
export const settleForm: FormDescription<Values, null, Body> = {
  blank: { happened: '', reason: '' },
  fields: {
    happened: { kind: 'own', validate: (happened) => (happened === '' ? 'choose' : null) },
    reason: {
      kind: 'lines',
      most: 500,
      validate: (reason) => (reason.trim() === '' ? 'reasonNeeded' : null),
    },
  },
  body: ({ happened, reason }) => ({ happened: happened === 'yes', reason: reason.trim() }),
};

export type ReturnFundsDraft = { part: 'all' | 'part'; amount: string };

/** `left`: cents that can still be returned. `whole`: cents of the payment. Null: not reported. */
export type ReturnFundsFacts = { left: number | null; whole: number | null };

const read = (typed: string, { left, whole }: ReturnFundsFacts) =>
  readAmount(typed, { min: 1, max: left ?? whole });

/** Fields of every form that returns money: the whole remaining amount, or a part of it. */
export const returnFundsFields: FormDescription<ReturnFundsDraft, ReturnFundsFacts, unknown>['fields'] = {
  part: { kind: 'choice', of: ['all', 'part'] },
  amount: {
    kind: 'amount',
    early: 4,
    when: ({ part }) => part === 'part',
    validate(typed, _, facts) {
      const { error } = read(typed, facts);
      return error === 'above_maximum' ? 'above_left' : error;
    },
  },
};

/** Cents to return. Null while the typed amount is invalid. */
export function returnFundsCents({ part, amount }: ReturnFundsDraft, facts: ReturnFundsFacts): number | null {
  if (part === 'all') return facts.left ?? facts.whole;
  const { cents, error } = read(amount, facts);
  return error === null ? cents : null;
}

type DeclineBody = InputOf<Endpoints['POST /operations/{id}/decline'], 'body'>;

/** `mine`: the operator withdraws their own request without a reason. Declining another's needs one. */
export const declineForm: FormDescription<{ reason: string }, { mine: boolean }, DeclineBody> = {
  blank: { reason: '' },
  fields: {
    reason: {
      kind: 'lines',
      most: 500,
      validate: (reason, _, { mine }) => (mine || reason.trim() !== '' ? null : 'required'),
    },
  },
  body: filledValues,
};

/** Rule that requires a second person, with its limit in cents. `needsApproval` decides by the same rules. */
type SecondPerson = { rule: 'entered' | 'payment' | 'day'; above: number };

/** Rule by which this amount (cents) would need a second person. Null: none. */
export function secondPersonFor(rules: ApprovalRules | undefined, cents: number | null): SecondPerson | null {
  if (rules === undefined || cents === null) return null;
  const { approvalAbove: payment, approvalAboveDaily: day, requestedToday } = rules;
  if (payment !== null && cents > payment) return { rule: 'payment', above: payment };
  if (rules.entered) return { rule: 'entered', above: 0 };
  return day !== null && (requestedToday ?? 0) + cents > day ? { rule: 'day', above: day } : null;
}
