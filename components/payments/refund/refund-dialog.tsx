'use client';

import { useTranslations } from 'next-intl';
import { OperationFields } from '#components/forms/operation-fields.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { Reading } from '#components/list/reading.tsx';
import { OperationState } from '#components/operations/operation-state.tsx';
import { SecondPersonNote } from '#components/operations/second-person.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { formatBrl } from '#lib/money.ts';
import type { Payment } from '#lib/payments/queries.ts';
import { Refused } from '../refused.tsx';
import { RefundFacts } from './refund-facts.tsx';
import { RefundOutcome } from './refund-outcome.tsx';
import { useFieldLabels, useRefund } from './use-refund.ts';

type Props = { payment: Payment; onClose: () => void };

/** All or part of what is left goes back to its payer. What is left is read when this opens, never remembered. */
export function RefundDialog({ payment, onClose }: Props) {
  const t = useTranslations('payments.refund');
  const { form, state, left, cents } = useRefund(payment);
  const name = shortId(payment.clientReference ?? payment.id);
  const words = useFieldLabels(left);
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
