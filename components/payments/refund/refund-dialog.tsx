'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { OperationFields, type Words } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Reading } from '#components/list/reading.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { SecondPersonNote } from '#components/operations/second-person.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { formatBrl } from '#lib/money.ts';
import { type Payment, refundsOptions } from '#lib/payments/queries.ts';
import { leftOf, type RefundDraft, refundCents, refundForm } from '#lib/payments/refund-form.ts';
import { transactionKeys } from '#lib/transactions/queries.ts';
import { Refused } from '../refused.tsx';
import { staleByMoney } from '../stale.ts';
import { useFaultWords } from '../use-faults.ts';
import { RefundFacts } from './refund-facts.tsx';
import { RefundOutcome } from './refund-outcome.tsx';

type Props = { payment: Payment; onClose: () => void };

/** All or part of what is left goes back to its payer. What is left is read when this opens, never remembered. */
export function RefundDialog({ payment, onClose }: Props) {
  const t = useTranslations('payments.refund');
  const account = useSession().account.slug;
  const faults = useFaultWords();
  const state = useQuery(refundsOptions(account, payment.id));
  const left = state.data === undefined ? null : leftOf(payment, state.data);
  const facts = { left, whole: payment.amount };
  const form = useOperationForm('POST /transactions/{id}/refunds', refundForm, {
    params: { id: payment.id },
    facts,
    kept: `refund.${payment.id}`,
    words: (fault) => faults(fault, { min: 1, max: left }),
    stale: [...staleByMoney(account), transactionKeys.detail(account, payment.id)],
  });
  const cents = refundCents(form.values, facts);
  const name = shortId(payment.clientReference ?? payment.id);
  const words = useFieldWords(left);
  const ask = cents === null ? t('confirm') : t('confirmAmount', { amount: formatBrl(cents) });
  return (
    <OperationForm
      form={form}
      onSubmit={form.submit}
      onClose={onClose}
      title={t('title', { name })}
      closeLabel={t('closeLabel')}
      confirm={left === 0 ? null : ask}
      off={!form.good}
      note={t('note')}
      wide
      fieldsFirst
      instead={state.data === undefined && <Reading words={t('reading')} {...state} />}
      refused={
        form.conflict === null ? (
          <Refused change={form} saidAtFields={form.saidAtFields} onRepeated={form.follow} />
        ) : (
          <OperationState operationId={form.conflict}>
            <p>{t('underWay')}</p>
          </OperationState>
        )
      }
      outcome={{
        title: t('sentTitle', { name }),
        done: t('done'),
        of: (id) => <RefundOutcome operationId={id} paymentId={payment.id} onRepeated={form.follow} />,
      }}
    >
      {state.data && <RefundFacts payment={payment} state={state.data} left={left} />}
      {left !== 0 && <OperationFields form={form} words={words} />}
      {left !== 0 && <SecondPersonNote cents={cents} />}
    </OperationForm>
  );
}

function useFieldWords(left: number | null): Words<RefundDraft> {
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
