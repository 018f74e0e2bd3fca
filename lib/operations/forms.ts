import type { InputOf } from '#lib/api/endpoint.ts';
import type { FormDescription } from '#lib/core/form.ts';
import { readAmount } from '#lib/core/money.ts';
import type { Endpoints } from '#lib/endpoints.ts';

type Body = InputOf<Endpoints['POST /operations/{id}/settle'], 'body'>;
type Values = { happened: '' | 'yes' | 'no'; reason: string };

/** A person's word on how an operation ended; nothing is chosen beforehand. */
export const settleForm: FormDescription<Values, null, Body> = {
  blank: { happened: '', reason: '' },
  fields: {
    happened: { kind: 'own', fault: (happened) => (happened === '' ? 'choose' : null) },
    reason: { kind: 'lines', most: 500, fault: (reason) => (reason.trim() === '' ? 'reasonNeeded' : null) },
  },
  body: ({ happened, reason }) => ({ happened: happened === 'yes', reason: reason.trim() }),
};

export type GiveBackDraft = { part: 'all' | 'part'; amount: string };

/** Cents that may still go back, and cents of the whole payment; null where nobody told. */
export type GiveBackFacts = { left: number | null; whole: number | null };

const read = (typed: string, { left, whole }: GiveBackFacts) =>
  readAmount(typed, { min: 1, max: left ?? whole });

/** Fields of every form that gives money back: all that is left, or a part of it. */
export const returnFundsFields: FormDescription<GiveBackDraft, GiveBackFacts, unknown>['fields'] = {
  part: { kind: 'choice', of: ['all', 'part'] },
  amount: {
    kind: 'amount',
    early: 4,
    when: ({ part }) => part === 'part',
    fault(typed, _, facts) {
      const { fault } = read(typed, facts);
      return fault === 'above_maximum' ? 'above_left' : fault;
    },
  },
};

/** Cents that the form asks for; null while they cannot be read. */
export function giveBackCents({ part, amount }: GiveBackDraft, facts: GiveBackFacts): number | null {
  if (part === 'all') return facts.left ?? facts.whole;
  const { cents, fault } = read(amount, facts);
  return fault === null ? cents : null;
}
