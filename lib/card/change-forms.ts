import type { InputOf } from '#lib/api/endpoint.ts';
import type { FormDescription } from '#lib/core/form.ts';
import { readAmount } from '#lib/core/money.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import {
  type ReturnFundsDraft,
  type ReturnFundsFacts,
  returnFundsCents,
  returnFundsFields,
} from '#lib/operations/forms.ts';

type Body<K extends keyof Endpoints> = InputOf<Endpoints[K], 'body'>;

export const reversalForm: FormDescription<
  ReturnFundsDraft,
  ReturnFundsFacts,
  Body<'POST /card/charges/{id}/reversals'>
> = {
  blank: { part: 'all', amount: '' },
  fields: returnFundsFields,
  body: (draft, facts) => (draft.part === 'all' ? {} : { amount: returnFundsCents(draft, facts) ?? 0 }),
};

type NewAmount = { amount: string };
const typedAmount = (text: string) => readAmount(text, { min: 1, max: null });

export const recurrenceAmountForm: FormDescription<
  NewAmount,
  null,
  Body<'PUT /card/recurrences/{id}/amount'>
> = {
  blank: { amount: '' },
  fields: { amount: { kind: 'amount', validate: (text) => typedAmount(text).error } },
  body: ({ amount }) => ({ amount: typedAmount(amount).cents ?? 0 }),
};

export const recurrenceCents = ({ amount }: NewAmount): number | null => {
  const { cents, error } = typedAmount(amount);
  return error === null ? cents : null;
};
