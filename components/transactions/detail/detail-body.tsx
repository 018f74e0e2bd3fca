'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { TransactionDeliveries } from '#components/deliveries/transaction-deliveries.tsx';
import { RecordBody } from '#components/list/record-body.tsx';
import { RefundList } from '#components/payments/refund/refund-list.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { RawAnswer } from '#components/ui/provider-answer.tsx';
import type { PaymentPage } from '#lib/payments/rules.ts';
import type { TransactionDetail } from '#lib/providers/records.ts';
import { DetailCharge } from './detail-charge.tsx';
import { DetailFields } from './detail-fields.tsx';
import { DetailHead } from './detail-head.tsx';
import { DetailParties } from './detail-parties.tsx';
import { DetailTimeline } from './detail-timeline.tsx';
import { DetailValues } from './detail-values.tsx';
import type { Detail } from './use-detail.ts';

/** One transaction from top to bottom, as in the drawer; `page`: whose words its status is told in. */
export function DetailBody({ state, page }: { state: Detail; page?: PaymentPage }) {
  return (
    <TransactionRecord state={state}>
      {(detail) => (
        <>
          <DetailHead detail={detail} {...(page ? { page } : {})} />
          <DetailCharge transaction={detail.transaction} />
          <DetailValues detail={detail} />
          <RefundList payment={detail.transaction} />
          <DetailTimeline transaction={detail.transaction} quiet={Boolean(state.error)} />
          <TransactionDeliveries transactionId={detail.transaction.id} />
          <DetailParties transaction={detail.transaction} reveal={state.reveal} />
          <DetailFields transaction={detail.transaction} />
          <section>
            <RawAnswer value={detail.raw} />
          </section>
        </>
      )}
    </TransactionRecord>
  );
}

type RecordProps = { state: Detail; children: (detail: TransactionDetail) => ReactNode };

export function TransactionRecord({ state, children }: RecordProps) {
  const t = useTranslations('transactions.detail');
  const ids = (['transaction', 'endToEndId', 'reference'] as const).map((name) => t(`ids.${name}`));
  const values = (['still', 'fee', 'refundable'] as const).map((name) => t(`values.${name}`));
  return (
    <RecordBody
      read={state}
      loading={t('loading')}
      labels={[...ids, ...values]}
      absent={<EmptyState title={t('notFound')}>{t('notFoundTodo')}</EmptyState>}
    >
      {children}
    </RecordBody>
  );
}
