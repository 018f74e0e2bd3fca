'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { RecordBody } from '#components/list/record-body.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { stateOf } from '#lib/core/status/money.ts';
import { paymentOptions } from '#lib/payments/queries.ts';
import { isPending, type PaymentPage } from '#lib/payments/rules.ts';
import { PaymentAmount, PaymentStatus, useSyncListCache } from '../list/payment-rows.tsx';
import { ReceiptButton, RefundButton, RefundList } from '../payment-actions.tsx';
import { PayCode } from './pay-code.tsx';
import { ChargeStory, PaymentFacts, PaymentNotices, PaymentValues } from './payment-facts.tsx';

/** One payment next to its list, polled while it is pending. */
export function PaymentDrawer({ page, id, onClose }: { page: PaymentPage; id: string; onClose: () => void }) {
  const t = useTranslations('payments.detail');
  const { account } = useSession();
  const read = useQuery(paymentOptions(account.slug, page, id));
  const payment = read.data?.payment;
  useSyncListCache(page, payment ?? null);
  const name = payment?.clientReference ?? id;
  const charge = page === 'charges';
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
      footer={
        payment && (
          <span className="flex flex-wrap items-center gap-2 empty:hidden">
            <ReceiptButton payment={payment} page={page} />
            {charge && <RefundButton payment={payment} />}
          </span>
        )
      }
    >
      <RecordBody
        read={read}
        loading={t('loading')}
        absent={<EmptyState title={t('notFound')}>{t('notFoundHint')}</EmptyState>}
      >
        {({ payment: shown }) => (
          <>
            <section>
              <div className="flex flex-wrap items-center justify-between gap-2">
                <PaymentAmount payment={shown} page={page} size="big" />
                <PaymentStatus payment={shown} page={page} badge />
              </div>
              <Facts
                className="mt-2 gap-y-2 border-t border-line pt-2"
                of={[
                  { label: t('id'), id: shown.id },
                  { label: t('reference'), id: shown.clientReference },
                  { label: 'E2E', id: shown.endToEndId },
                ]}
              />
              <AuditLink of="transaction" target={shown.id} />
              {isPending(shown) && <p className="mt-2 text-xs text-ink-3">{t(`pending.${page}`)}</p>}
            </section>
            {charge && stateOf(shown) === 'waiting' && (
              <section>
                <PayCode charge={shown} narrow />
              </section>
            )}
            <PaymentValues payment={shown} />
            {charge && <RefundList payment={shown} />}
            {charge && (
              <section>
                <h3>{t('story')}</h3>
                <ChargeStory charge={shown} />
              </section>
            )}
            <PaymentFacts payment={shown} page={page} />
            <PaymentNotices payment={shown} />
          </>
        )}
      </RecordBody>
    </Drawer>
  );
}
