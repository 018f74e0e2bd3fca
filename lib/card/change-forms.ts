import type { InputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { FormDescription } from '#lib/form.ts';
import { readAmount } from '#lib/money.ts';

type Body<K extends keyof Endpoints> = InputOf<Endpoints[K], 'body'>;

export type ReversalDraft = { part: 'all' | 'part'; amount: string };
/** Cents that may still go back, and cents of the whole charge; null where nobody told. */
export type ReversalFacts = { left: number | null; whole: number | null };
const partOf = ({ amount }: ReversalDraft, { left, whole }: ReversalFacts) =>
  readAmount(amount, { min: 1, max: left ?? whole });

export const reversalForm: FormDescription<
  ReversalDraft,
  ReversalFacts,
  Body<'POST /card/charges/{id}/reversals'>
> = {
  blank: { part: 'all', amount: '' },
  fields: {
    part: { kind: 'choice', of: ['all', 'part'] },
    amount: {
      kind: 'amount',
      early: 4,
      when: ({ part }) => part === 'part',
      fault: (_, draft, facts) => partOf(draft, facts).fault,
    },
  },
  body(draft, facts) {
    const { cents } = partOf(draft, facts);
    return draft.part === 'all' || cents === null ? {} : { amount: cents };
  },
};

/** Cents that the form asks for; null while they cannot be read. */
export function reversalCents(draft: ReversalDraft, facts: ReversalFacts): number | null {
  if (draft.part === 'all') return facts.left ?? facts.whole;
  const { cents, fault } = partOf(draft, facts);
  return fault === null ? cents : null;
}

type NewAmount = { amount: string };
const typedAmount = (text: string) => readAmount(text, { min: 1, max: null });

export const recurrenceAmountForm: FormDescription<
  NewAmount,
  null,
  Body<'PUT /card/recurrences/{id}/amount'>
> = {
  blank: { amount: '' },
  fields: { amount: { kind: 'amount', fault: (text) => typedAmount(text).fault } },
  body: ({ amount }) => ({ amount: typedAmount(amount).cents ?? 0 }),
};

export const recurrenceCents = ({ amount }: NewAmount): number | null => {
  const { cents, fault } = typedAmount(amount);
  return fault === null ? cents : null;
};
