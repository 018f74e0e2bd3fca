'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { call } from '#lib/api/client.ts';
import { type Payment, paymentKeys, type RefundState } from '#lib/payments/queries.ts';
import { readAmount } from '#lib/payments/rules.ts';
import { transactionKeys } from '#lib/transactions/queries.ts';
import { useDraft } from '../draft.ts';
import { faultsOf, useFaultWords } from '../use-faults.ts';
import { useMoneyForm } from '../use-money-form.ts';

export type RefundDraft = { part: 'all' | 'part'; amount: string; description: string };
const BLANK: RefundDraft = { part: 'all', amount: '', description: '' };

/** Cents that may still go back; null where nobody told. */
export function leftOf(payment: Payment, state: RefundState | null): number | null {
  if (state === null) return null;
  if (state.refundable !== null) return state.refundable;
  if (payment.refundableAmount != null) return payment.refundableAmount;
  if (payment.amount === null || state.refunded === null) return null;
  return Math.max(0, payment.amount - state.refunded - (state.inProgress ?? 0));
}

/** A refund being written; one intent goes out at most once. `state` is null until it was read. */
export function useRefund(
  payment: Payment,
  state: RefundState | null,
  onSent: (operationId: string) => void,
) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const words = useFaultWords();
  const draft = useDraft<RefundDraft>(`refund.${payment.id}`, BLANK);
  const [tried, setTried] = useState(false);
  const { values } = draft;
  const left = leftOf(payment, state);
  const read = readAmount(values.amount, { min: 1, max: left });
  const all = values.part === 'all';
  const fault = all ? null : read.fault === 'above_maximum' ? 'above_left' : read.fault;
  // Where nobody tells what is left, all of it is the whole payment; the provider refuses what is too much.
  const whole = left ?? payment.amount;
  const cents = all ? whole : read.fault === null ? read.cents : null;
  const good = state !== null && fault === null && left !== 0;
  const money = useMoneyForm({
    draft,
    body: () => {
      if (!good) return null;
      const description = values.description.trim();
      const named = all && left === null && whole !== null ? { amount: whole } : {};
      return {
        ...(all ? named : { amount: read.cents ?? 0 }),
        ...(description === '' ? {} : { description }),
      };
    },
    send: (body, idempotencyKey) =>
      call('POST /transactions/{id}/refunds', {
        account,
        params: { id: payment.id },
        body,
        idempotencyKey,
      }).finally(() => {
        void client.invalidateQueries({ queryKey: paymentKeys.refunds(account, payment.id) });
        void client.invalidateQueries({ queryKey: transactionKeys.detail(account, payment.id) });
      }),
    onSent: ({ operation }) => onSent(operation.id),
  });
  const refused = faultsOf(money.form.error);
  const set = (part: Partial<RefundDraft>) => {
    money.form.clear();
    draft.set(part);
  };
  return {
    values,
    set,
    left,
    cents,
    good,
    money,
    amountError: words(refused.get('amount') ?? (tried || values.amount.length > 3 ? fault : null), {
      min: 1,
      max: left,
    }),
    descriptionError: words(refused.get('description') ?? null),
    submit: () => {
      setTried(true);
      if (good) void money.form.submit();
    },
  };
}
export type RefundForm = ReturnType<typeof useRefund>;
