'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ReadError } from '#components/list/read-error.tsx';
import { AuditLink } from '#components/shell/audit-link.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { CallError } from '#lib/api/client.ts';
import { type Payment, paymentOptions } from '#lib/payments/queries.ts';
import { isPending, type PaymentPage, wayOf } from '#lib/payments/rules.ts';
import { useShownInLists } from '../list/use-shown-in-lists.ts';
import { PaymentStatus } from '../payment-status.tsx';
import { ReceiptButton } from '../receipt-button.tsx';
import { RefundButton } from '../refund/refund-button.tsx';
import { ChargeStory } from './charge-story.tsx';
import { PayCode } from './pay-code.tsx';
import { PaymentFacts, PaymentValues } from './payment-facts.tsx';
import { PaymentNotices } from './payment-notices.tsx';

type Props = { page: PaymentPage; id: string; onClose: () => void };

/** One payment beside its list, followed while it waits. */
export function PaymentDrawer({ page, id, onClose }: Props) {
  const t = useTranslations('payments.detail');
  const { account } = useSession();
  const { data, error, refetch } = useQuery(paymentOptions(account.slug, page, id));
  const payment = data?.payment;
  useShownInLists(page, payment ?? null);
  const absent =
    data === undefined && error instanceof CallError && [400, 404].includes(error.problem.status);
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
      {absent && <EmptyState title={t('notFound')}>{t('notFoundTodo')}</EmptyState>}
      {error !== null && !absent && (
        <section>
          <ReadError error={error} onRetry={() => void refetch()} asOf={data?.asOf ?? null} />
        </section>
      )}
      {data === undefined && error === null && (
        <section aria-busy="true" aria-label={t('loading')}>
          <Skeleton width="60%" />
        </section>
      )}
      {payment && <Body payment={payment} page={page} />}
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
  const { id, endToEndId, clientReference, status } = payment;
  const payable = page === 'charges' && status === 'PENDING';
  return (
    <>
      <section>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Money
            cents={payment.amount}
            direction={wayOf(payment, page)}
            exact={payment.amountExact}
            size="big"
          />
          <PaymentStatus payment={payment} page={page} badge />
        </div>
        <dl className="facts mt-2 gap-y-2 border-t border-line pt-2">
          <dt>{t('id')}</dt>
          <dd className="overflow-visible">
            <CopyId value={id} />
          </dd>
          {clientReference !== null && (
            <>
              <dt>{t('reference')}</dt>
              <dd className="overflow-visible">
                <CopyId value={clientReference} />
              </dd>
            </>
          )}
          {endToEndId !== null && (
            <>
              <dt>E2E</dt>
              <dd className="overflow-visible">
                <CopyId value={endToEndId} />
              </dd>
            </>
          )}
        </dl>
        <AuditLink of="transaction" target={id} />
        {isPending(status) && <p className="mt-2 text-xs text-ink-3">{t(`pending.${page}`)}</p>}
      </section>
      {payable && (
        <section>
          <PayCode charge={payment} narrow />
        </section>
      )}
      <PaymentValues payment={payment} />
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
