'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { RecordBody } from '#components/list/record-body.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { stateOf } from '#lib/core/status/money.ts';
import { type Payment, paymentOptions } from '#lib/payments/queries.ts';
import { isPending, type PaymentPage } from '#lib/payments/rules.ts';
import { PaymentAmount } from '../list/payment-rows.tsx';
import { useSyncListCache } from '../list/use-sync-list-cache.ts';
import { PaymentStatus } from '../payment-status.tsx';
import { ReceiptButton } from '../receipt-button.tsx';
import { RefundButton, RefundList } from '../refund/refund-list.tsx';
import { PayCode } from './pay-code.tsx';
import { ChargeStory, PaymentFacts, PaymentNotices, PaymentValues } from './payment-facts.tsx';

type Props = { page: PaymentPage; id: string; onClose: () => void };

/** One payment next to its list, polled while it is pending. */
export function PaymentDrawer({ page, id, onClose }: Props) {
  const t = useTranslations('payments.detail');
  const { account } = useSession();
  const read = useQuery(paymentOptions(account.slug, page, id));
  const payment = read.data?.payment;
  useSyncListCache(page, payment ?? null);
  const name = payment?.clientReference ?? id;
  return (
    <Drawer
      label={t(`label.${page}`, { name })}
      title={t(`title.${page}`)}
      onClose={onClose}
      focusOnOpen
      tools={
        account.capabilities.includes('transactions') && (
          <LinkButton
            href={`/${account.slug}/transactions/${encodeURIComponent(id)}`}
            icon="open"
            variant="quiet"
            size="sm"
            iconOnly={t('transaction')}
          />
        )
      }
      footer={payment && <Foot payment={payment} page={page} />}
    >
      <RecordBody
        read={read}
        loading={t('loading')}
        absent={<EmptyState title={t('notFound')}>{t('notFoundHint')}</EmptyState>}
      >
        {(shown) => <Body payment={shown.payment} page={page} />}
      </RecordBody>
    </Drawer>
  );
}

function Foot({ payment, page }: { payment: Payment; page: PaymentPage }) {
  return (
    <span className="flex flex-wrap items-center gap-2 empty:hidden">
      <ReceiptButton payment={payment} page={page} />
      {page === 'charges' && <RefundButton payment={payment} />}
    </span>
  );
}

function Body({ payment, page }: { payment: Payment; page: PaymentPage }) {
  const t = useTranslations('payments.detail');
  const { id, endToEndId, clientReference } = payment;
  const payable = page === 'charges' && stateOf(payment) === 'waiting';
  return (
    <>
      <section>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <PaymentAmount payment={payment} page={page} size="big" />
          <PaymentStatus payment={payment} page={page} badge />
        </div>
        <Facts
          className="mt-2 gap-y-2 border-t border-line pt-2"
          of={[
            { label: t('id'), id },
            { label: t('reference'), id: clientReference },
            { label: 'E2E', id: endToEndId },
          ]}
        />
        <AuditLink of="transaction" target={id} />
        {isPending(payment) && <p className="mt-2 text-xs text-ink-3">{t(`pending.${page}`)}</p>}
      </section>
      {payable && (
        <section>
          <PayCode charge={payment} narrow />
        </section>
      )}
      <PaymentValues payment={payment} />
      {page === 'charges' && <RefundList payment={payment} />}
      {page === 'charges' && (
        <section>
          <h3>{t('story')}</h3>
          <ChargeStory charge={payment} />
        </section>
      )}
      <PaymentFacts payment={payment} page={page} />
      <PaymentNotices payment={payment} />
    </>
  );
}
