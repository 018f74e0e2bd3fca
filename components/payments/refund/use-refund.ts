'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Words } from '#components/forms/operation-fields.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { useSession } from '#components/shell/session-context.tsx';
import { formatBrl } from '#lib/money.ts';
import { type Payment, refundsOptions } from '#lib/payments/queries.ts';
import { leftOf, type RefundDraft, refundCents, refundForm } from '#lib/payments/refund-form.ts';
import { transactionKeys } from '#lib/transactions/queries.ts';
import { staleByMoney } from '../stale.ts';
import { useFaultLabels } from '../use-faults.ts';

/** A refund that is being written, and what is left of the payment: read when it opens, never remembered. */
export function useRefund(payment: Payment) {
  const account = useSession().account.slug;
  const faults = useFaultLabels();
  const state = useQuery(refundsOptions(account, payment.id));
  const left = state.data === undefined ? null : leftOf(payment, state.data);
  const facts = { left, whole: payment.amount };
  const form = useOperationForm('POST /transactions/{id}/refunds', refundForm, {
    params: { id: payment.id },
    facts,
    words: (fault) => faults(fault, { min: 1, max: left }),
    stale: [...staleByMoney(account), transactionKeys.detail(account, payment.id)],
  });
  return { form, state, left, cents: refundCents(form.values, facts) };
}

/** Its fields in words, with what is left. */
export function useFieldLabels(left: number | null): Words<RefundDraft> {
  const t = useTranslations('payments.refund');
  const amount = left === null ? null : formatBrl(left);
  const all = amount === null ? t('all') : t('allAmount', { amount });
  const rule = amount === null ? t('leftUnknown') : t('upToLeft', { amount });
  return {
    part: { label: t('part'), options: { all, part: t('some') } },
    amount: { rule, bounds: { min: null, max: left }, focus: true },
    description: { label: t('reason'), rule: (count, most) => t('reasonRule', { count, most }) },
  };
}
