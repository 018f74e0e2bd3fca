'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { BlockedForm } from '#components/app-shell/block-notice.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperationForm } from '#components/forms/use-operation-form.ts';
import { Callout } from '#components/ui/callout.tsx';
import { shortId } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { refundOutcome } from '#lib/core/status/money.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { refundForm, remainingCents } from '#lib/payments/charge-forms.ts';
import { type Payment, refundsOptions } from '#lib/payments/queries.ts';
import { detailOptions } from '#lib/transactions/queries.ts';
import { CounterpartyCell } from './list/payment-rows.tsx';
import { Refused, RepeatButton, staleByMoney, useErrorLabels, useRepeat } from './refused.tsx';
import { ReturnFundsDialog, ReturnFundsOutcome } from './return-funds-dialog.tsx';

const WATCH_MS = 3_000;

/** Returns a payment to its payer. */
export function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const t = useTranslations('payments.refund');
  const account = useSession().account.slug;
  const errorLabels = useErrorLabels();
  const { id, amount, amountExact, clientReference } = payment;
  const read = useQuery(refundsOptions(account, id));
  const state = read.data;
  const left = state === undefined ? null : remainingCents(payment, state);
  const form = useOperationForm('POST /transactions/{id}/refunds', refundForm, {
    params: { id },
    facts: { left, whole: amount },
    errorText: (code) => errorLabels(code, { min: 1, max: left }),
    stale: [...staleByMoney(account), detailOptions(account, id).queryKey],
  });
  return (
    <ReturnFundsDialog
      namespace="payments.refund"
      name={shortId(clientReference ?? id)}
      form={form}
      read={read}
      onClose={onClose}
      of={
        state && {
          to: <CounterpartyCell page="charges" payment={payment} />,
          paid: <Money cents={amount} exact={amountExact} />,
          refunded: state.refunded,
          others: [{ label: t('inProgress'), cents: state.inProgress || null, direction: 'still' }],
        }
      }
      more={{ description: { label: t('reason'), rule: (count, most) => t('reasonRule', { count, most }) } }}
      above={<BlockedForm form="refunds" />}
      fieldsFirst
      refused={<Refused change={form} shownAtFields={form.shownAtFields} onRepeated={form.follow} />}
      outcome={(operationId) => (
        <RefundOutcome operationId={operationId} paymentId={id} onRepeated={form.follow} />
      )}
    >
      {state?.openDispute != null && (
        <Callout tone="danger" title={t('dispute')}>
          {t('disputeDescription', { protocol: state.openDispute })}
        </Callout>
      )}
    </ReturnFundsDialog>
  );
}

type RefundOutcomeProps = {
  operationId: string;
  paymentId: string;
  onRepeated: (operationId: string) => void;
};

function RefundOutcome({ operationId, paymentId, onRepeated }: RefundOutcomeProps) {
  const t = useTranslations('payments.refund');
  const repeat = useRepeat(operationId, onRepeated);
  return (
    <ReturnFundsOutcome
      namespace="payments.refund"
      operationId={operationId}
      actions={({ may }) => (
        <>
          {may.repeat && <RepeatButton repeat={repeat} label={t('sendAgain')} />}
          {Boolean(repeat.error) && <ErrorCard error={repeat.error} />}
        </>
      )}
    >
      {(operation) => <Accepted operation={operation} paymentId={paymentId} />}
    </ReturnFundsOutcome>
  );
}

/** The provider accepted the refund; the money's return has its own state. */
function Accepted({ operation, paymentId }: { operation: Operation; paymentId: string }) {
  const t = useTranslations('payments.refund');
  const account = useSession().account.slug;
  const { data: state } = useQuery({ ...refundsOptions(account, paymentId), refetchInterval: WATCH_MS });
  const done = state !== undefined && refundOutcome({ status: state.status }) === 'back';
  const left = state && (state.refundable === null ? t('leftUnknown') : <Money cents={state.refundable} />);
  return (
    <>
      <Callout tone={done ? 'ok' : 'flow'} role="status" title={t(done ? 'doneTitle' : 'onItsWay')}>
        {t(done ? 'doneDescription' : 'onItsWayDescription')}
      </Callout>
      <Facts
        of={[
          { label: t('amount'), cents: operation.amount },
          { label: t('left'), value: left },
        ]}
      />
    </>
  );
}
