'use client';

import { useTranslations } from 'next-intl';
import { TransactionDeliveries } from '#components/deliveries/transaction-deliveries.tsx';
import { ResendButton } from '#components/resends/resend-button.tsx';
import { PageHead } from '#components/shell/page-head.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { kindOf } from '#lib/transactions/rules.ts';
import { PlaceContext } from '../../ui/detail-part.tsx';
import { Absent, StaleFault } from './detail-body.tsx';
import { DetailCharge } from './detail-charge.tsx';
import { DetailFields } from './detail-fields.tsx';
import { DetailHead } from './detail-head.tsx';
import { DetailParties } from './detail-parties.tsx';
import { DetailRaw } from './detail-raw.tsx';
import { DetailTimeline } from './detail-timeline.tsx';
import { DetailValues } from './detail-values.tsx';
import { MoneyActions } from './money-actions.tsx';
import { type Detail, useDetail } from './use-detail.ts';

/** A transaction on its own page: the drawer's parts, side by side. */
export function DetailPage({ id }: { id: string }) {
  const t = useTranslations('transactions');
  const { account } = useSession();
  const state = useDetail(id);
  const transaction = state.detail?.transaction;
  return (
    <PlaceContext value="page">
      <PageHead
        title={t(`kind.${(transaction ? kindOf(transaction) : 'other') as 'other'}`)}
        back={{ href: `/${account.slug}/transactions`, label: t('detail.back') }}
        note={transaction?.clientReference}
        asOf={state.detail?.asOf}
      >
        {transaction && <MoneyActions transaction={transaction} />}
        {transaction && <ResendButton transactionId={id} name={transaction.clientReference ?? id} />}
      </PageHead>
      <div className="page">
        <Parts state={state} />
      </div>
    </PlaceContext>
  );
}

function Parts({ state }: { state: Detail }) {
  const { detail } = state;
  if (detail === undefined)
    return (
      <div className="panel p-panel">
        <Absent state={state} />
      </div>
    );
  const { transaction } = detail;
  return (
    <div className="grid gap-4">
      <StaleFault state={state} />
      <div className="panel p-panel">
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
      <div className="panel p-panel">
        <DetailRaw raw={detail.raw} />
      </div>
    </div>
  );
}
