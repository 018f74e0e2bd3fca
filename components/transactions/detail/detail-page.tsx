'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { TransactionDeliveries } from '#components/deliveries/transaction-deliveries.tsx';
import { LinkTools, StepTools } from '#components/list/record-body.tsx';
import { ResendButton } from '#components/resends/resend-button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Drawer } from '#components/ui/drawer.tsx';
import { PlaceContext, RawAnswer } from '#components/ui/facts.tsx';
import { Page } from '#components/ui/page.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import type { RowPages } from '#lib/list/pages.ts';
import type { Row } from '#lib/transactions/rows.ts';
import { kindOf } from '#lib/transactions/rules.ts';
import {
  DetailBody,
  DetailCharge,
  DetailFields,
  DetailParties,
  DetailValues,
  TransactionRecord,
} from './detail-body.tsx';
import { DetailFoot, DetailHead, MoneyActions, useDetail } from './detail-head.tsx';
import { DetailTimeline } from './detail-timeline.tsx';

const PANEL = cn(panelVariants(), 'p-panel');

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
          {(detail) => (
            <div className="grid gap-4">
              <div className={PANEL}>
                <DetailHead detail={detail} />
              </div>
              <div className="grid items-start gap-4 drawer:grid-cols-2">
                <div className="grid gap-4">
                  <DetailCharge transaction={detail.transaction} />
                  <DetailValues detail={detail} />
                  <DetailParties transaction={detail.transaction} reveal={state.reveal} />
                  <DetailFields transaction={detail.transaction} />
                </div>
                <div className="grid gap-4">
                  <DetailTimeline transaction={detail.transaction} quiet={Boolean(state.error)} />
                  <TransactionDeliveries transactionId={detail.transaction.id} />
                </div>
              </div>
              <div className={PANEL}>
                <RawAnswer value={detail.raw} />
              </div>
            </div>
          )}
        </TransactionRecord>
      </Page>
    </PlaceContext>
  );
}

/** Copies or opens the link to a transaction's own page. */
export function PageTools({ id }: { id: string }) {
  const label = useTranslations('transactions.detail')('ownPage');
  const account = useSession().account.slug;
  const href = `/${account}/transactions/${encodeURIComponent(id)}`;
  return <LinkTools of="transactions.detail" page={{ href, label }} />;
}

type DrawerProps = { id: string; book: RowPages<Row>; onOpen: (id: string) => void; onClose: () => void };

/** One transaction next to the table; the focus stays in the table, so j and k keep working. */
export function DetailDrawer({ id, book, onOpen, onClose }: DrawerProps) {
  const t = useTranslations('transactions');
  const state = useDetail(id);
  const index = book.indexOf(id);
  const row = book.at(index);
  const transaction = state.data?.transaction ?? row;
  const name = state.data?.transaction.clientReference ?? row?.reference ?? id;
  return (
    <Drawer
      label={t('detail.label', { name })}
      title={t(`kind.${(transaction ? kindOf(transaction) : 'other') as 'other'}`)}
      onClose={onClose}
      footer={<DetailFoot state={state} id={id} name={name} />}
      tools={
        <>
          <StepTools of="transactions.detail" at={index} rowAt={book.at} onOpen={onOpen} />
          <PageTools id={id} />
        </>
      }
    >
      <DetailBody state={state} />
    </Drawer>
  );
}
