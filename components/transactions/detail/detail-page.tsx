'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { TransactionDeliveries } from '#components/deliveries/transaction-deliveries.tsx';
import { LinkTools } from '#components/list/record-tools.tsx';
import { ResendButton } from '#components/resends/resend-button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Page } from '#components/ui/page.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { RawAnswer } from '#components/ui/provider-answer.tsx';
import type { TransactionDetail } from '#lib/providers/records.ts';
import { kindOf } from '#lib/transactions/rules.ts';
import { PlaceContext } from '../../ui/facts.tsx';
import {
  DetailCharge,
  DetailFields,
  DetailParties,
  DetailValues,
  TransactionRecord,
} from './detail-body.tsx';
import { DetailHead, MoneyActions } from './detail-head.tsx';
import { DetailTimeline } from './detail-timeline.tsx';
import { type Detail, useDetail } from './use-detail.ts';

/** A transaction on its own page: the drawer's sections, side by side. */
export function DetailPage({ id }: { id: string }) {
  const t = useTranslations('transactions');
  const { account } = useSession();
  const state = useDetail(id);
  const transaction = state.data?.transaction;
  return (
    <PlaceContext value="page">
      <PageHead
        title={t(`kind.${(transaction ? kindOf(transaction) : 'other') as 'other'}`)}
        back={{ href: `/${account.slug}/transactions`, label: t('detail.back') }}
        note={transaction?.clientReference}
        asOf={state.data?.asOf}
      >
        {transaction && <MoneyActions transaction={transaction} />}
        {transaction && <ResendButton transactionId={id} name={transaction.clientReference ?? id} />}
      </PageHead>
      <Page>
        <TransactionRecord state={state}>
          {(detail) => <Parts detail={detail} state={state} />}
        </TransactionRecord>
      </Page>
    </PlaceContext>
  );
}

function Parts({ detail, state }: { detail: TransactionDetail; state: Detail }) {
  const { transaction } = detail;
  return (
    <div className="grid gap-4">
      <div className={cn(panelVariants(), 'p-panel')}>
        <DetailHead detail={detail} />
      </div>
      <div className="grid items-start gap-4 drawer:grid-cols-2">
        <div className="grid gap-4">
          <DetailCharge transaction={transaction} />
          <DetailValues detail={detail} />
          <DetailParties transaction={transaction} reveal={state.reveal} />
          <DetailFields transaction={transaction} />
        </div>
        <div className="grid gap-4">
          <DetailTimeline transaction={transaction} quiet={Boolean(state.error)} />
          <TransactionDeliveries transactionId={transaction.id} />
        </div>
      </div>
      <div className={cn(panelVariants(), 'p-panel')}>
        <RawAnswer value={detail.raw} />
      </div>
    </div>
  );
}

/** Copies or opens the link to a transaction's own page. */
export function PageTools({ id }: { id: string }) {
  const label = useTranslations('transactions.detail')('ownPage');
  const account = useSession().account.slug;
  const href = `/${account}/transactions/${encodeURIComponent(id)}`;
  return <LinkTools of="transactions.detail" page={{ href, label }} />;
}
