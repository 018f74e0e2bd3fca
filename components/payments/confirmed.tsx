'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Money } from '#components/ui/money.tsx';
import { formatBrl } from '#lib/money.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { byReferenceOptions } from '#lib/payments/one-queries.ts';
import type { Payment } from '#lib/payments/queries.ts';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { type Stage, stageOf } from '#lib/payments/stage.ts';
import { CallbackCame } from './callback-came.tsx';
import { WhoWords } from './list/payment-rows.tsx';
import { useShownInLists } from './list/use-shown-in-lists.ts';
import { PaymentStatus } from './payment-status.tsx';
import { ReceiptButton } from './receipt-button.tsx';

const TONE: Record<Stage | 'unread', 'ok' | 'flow' | 'danger' | 'warn'> = {
  unread: 'flow',
  waiting: 'flow',
  other: 'flow',
  done: 'ok',
  partly: 'flow',
  refunding: 'flow',
  refunded: 'flow',
  expired: 'warn',
  cancelled: 'warn',
  failed: 'danger',
};

/** State of the money in a payment that the provider took; null when the payment was not read yet. */
function MoneyEnd({ payment, page }: { payment: Payment | null; page: PaymentPage }) {
  const t = useTranslations('payments.outcome.said');
  const stage = payment === null ? 'unread' : stageOf(payment);
  const back = page !== 'charges' && /^(refund|expired|cancelled|failed)/.test(stage);
  const tone = back ? 'danger' : TONE[stage];
  const facts = {
    status: payment?.status ?? '–',
    amount: formatBrl(payment?.amount ?? 0),
    refunded: formatBrl(payment?.refundAmount ?? 0),
  };
  return (
    <Callout
      tone={tone}
      role={tone === 'danger' ? 'alert' : 'status'}
      title={t(`${page}.${stage}.title` as 'charges.done.title')}
    >
      {payment?.cancellationReason ?? t(`${page}.${stage}.words` as 'charges.partly.words', facts)}
    </Callout>
  );
}

type Props = { operation: Operation; page: PaymentPage; onOpen: (id: string) => void };

/** The provider has it; the payment's own state is another matter, and is looked at until it ends. */
export function Confirmed({ operation, page, onOpen }: Props) {
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery({
    ...byReferenceOptions(account, page, operation.clientReference ?? ''),
    enabled: operation.clientReference !== null,
  });
  const payment = data?.payment ?? null;
  useShownInLists(page, payment);
  return (
    <>
      {operation.otherAmount === null ? (
        <MoneyEnd payment={payment} page={page} />
      ) : (
        <OtherAmount asked={operation.amount} paid={operation.otherAmount} />
      )}
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      <CallbackCame asked={operation.intent.callbackUrl} payment={payment} />
      <Known operation={operation} payment={payment} page={page} />
      {payment && <Ways payment={payment} page={page} onOpen={onOpen} />}
    </>
  );
}

function OtherAmount({ asked, paid }: { asked: number | null; paid: number }) {
  const t = useTranslations('payments.outcome');
  return (
    <Callout tone="danger" role="alert" title={t('amountDiffers')}>
      {t('amountDiffersWords', { asked: formatBrl(asked ?? 0), paid: formatBrl(paid) })}
    </Callout>
  );
}

function Ways({ payment, page, onOpen }: { payment: Payment } & Pick<Props, 'page' | 'onOpen'>) {
  const t = useTranslations('payments.outcome');
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => onOpen(payment.id)}>{t('open')}</Button>
      <ReceiptButton payment={payment} page={page} />
    </div>
  );
}

function Known({ operation, payment, page }: Omit<Props, 'onOpen'> & { payment: Payment | null }) {
  const t = useTranslations('payments.outcome');
  const { receiverName, receiver, pixKey } = operation.intent;
  const to = receiverName ?? receiver;
  const named = payment !== null && (payment.receiver.name ?? payment.receiver.document) !== null;
  return (
    <Facts
      of={[
        { label: t('amount'), value: <Money cents={operation.amount} /> },
        {
          label: t('to'),
          value:
            page !== 'charges' &&
            (named ? <WhoWords page={page} payment={payment} /> : typeof to === 'string' && to),
        },
        { label: t('key'), mono: typeof pixKey === 'string' ? pixKey : null },
        { label: t('state'), value: payment && <PaymentStatus payment={payment} page={page} badge /> },
        { label: t('fee'), cents: payment?.fee, exact: payment?.feeExact },
      ]}
    />
  );
}
