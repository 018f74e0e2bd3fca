'use client';

import { useTranslations } from 'next-intl';
import { TransactionDeliveries } from '#components/deliveries/transaction-deliveries.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { ReadError } from '../../list/read-error.tsx';
import { DetailCharge } from './detail-charge.tsx';
import { DetailFields } from './detail-fields.tsx';
import { DetailHead } from './detail-head.tsx';
import { DetailParties } from './detail-parties.tsx';
import { DetailRaw } from './detail-raw.tsx';
import { DetailTimeline } from './detail-timeline.tsx';
import { DetailValues } from './detail-values.tsx';
import type { Detail } from './use-detail.ts';

/** One transaction from top to bottom, as in the drawer; `page`: whose words its status is told in. */
export function DetailBody({ state, page }: { state: Detail; page?: PaymentPage }) {
  const { detail } = state;
  if (detail === undefined) return <Absent state={state} />;
  const { transaction } = detail;
  return (
    <>
      <StaleFault state={state} />
      <DetailHead detail={detail} {...(page ? { page } : {})} />
      <DetailCharge transaction={transaction} />
      <DetailValues detail={detail} />
      <DetailTimeline transaction={transaction} quiet={Boolean(state.error)} />
      <TransactionDeliveries transactionId={transaction.id} />
      <DetailParties transaction={transaction} reveal={state.reveal} />
      <DetailFields transaction={transaction} />
      <DetailRaw raw={detail.raw} />
    </>
  );
}

/** Keeps the data that was read; above it the error of the new read. */
export function StaleFault({ state }: { state: Detail }) {
  if (!state.error) return null;
  return (
    <section>
      <ReadError error={state.error} onRetry={state.retry} asOf={state.detail?.asOf ?? null} />
    </section>
  );
}

export function Absent({ state }: { state: Detail }) {
  const t = useTranslations('transactions.detail');
  if (state.notFound) return <EmptyState title={t('notFound')}>{t('notFoundTodo')}</EmptyState>;
  if (state.error) return <StaleFault state={state} />;
  return (
    <section className="grid gap-4" aria-busy="true" aria-label={t('loading')}>
      <Skeleton width="9rem" className="my-2" />
      {['transaction', 'endToEndId', 'reference'].map((name) => (
        <div key={name} className="flex gap-3 text-ink-3">
          <span className="w-20">{t(`ids.${name as 'transaction'}`)}</span>
          <Skeleton width="10rem" className="my-1" />
        </div>
      ))}
      {['still', 'fee', 'refundable'].map((name) => (
        <div key={name} className="flex justify-between text-ink-3">
          <span>{t(`values.${name as 'still'}`)}</span>
          <Skeleton width="6rem" className="my-1" />
        </div>
      ))}
    </section>
  );
}
