'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ReadError } from '#components/list/read-error.tsx';
import { AuditLink } from '#components/shell/audit-link.tsx';
import { PageHead } from '#components/shell/page-head.tsx';
import { RevealButton, Revealed } from '#components/shell/reveal-button.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { type Reveal, useReveal } from '#components/shell/use-reveal.ts';
import { Callout } from '#components/ui/callout.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Fact } from '#components/ui/fact.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { CallError } from '#lib/api/client.ts';
import { type Deposit, depositOptions, revealedDepositOptions } from '#lib/payments/queries.ts';
import { formatDocument } from '#lib/pix/documents.ts';
import { disputeHref } from '#lib/statement/rules.ts';
import { PaymentValues } from '../detail/payment-facts.tsx';
import { PaymentNotices } from '../detail/payment-notices.tsx';
import { PaymentStatus } from '../payment-status.tsx';
import { ReceiptButton } from '../receipt-button.tsx';
import { RefundButton } from '../refund/refund-button.tsx';

/** A Pix that came without a charge: what it brought, by which key, who paid, and its notices. */
export function DepositPage({ id }: { id: string }) {
  const t = useTranslations('payments.deposit');
  const { account } = useSession();
  const masked = useQuery(depositOptions(account.slug, id));
  const { reveal, clear } = useReveal(revealedDepositOptions(account.slug, id));
  const deposit = clear ?? masked.data;
  const { error } = masked;
  const gone = error instanceof CallError && [400, 404].includes(error.problem.status);
  return (
    <>
      <PageHead
        title={t('title')}
        back={{ href: `/${account.slug}/statement`, label: t('back') }}
        asOf={deposit?.asOf}
      >
        {deposit && <ReceiptButton payment={deposit.payment} page="deposits" />}
        {deposit && <RefundButton payment={deposit.payment} />}
      </PageHead>
      <div className="page">
        {gone && <EmptyState title={t('gone')}>{t('goneTodo')}</EmptyState>}
        {error !== null && !gone && (
          <ReadError error={error} onRetry={() => void masked.refetch()} asOf={masked.data?.asOf ?? null} />
        )}
        {deposit === undefined && error === null && (
          <div className="panel p-panel" aria-busy="true">
            <Skeleton width="60%" />
          </div>
        )}
        {deposit && <Parts deposit={deposit} id={id} reveal={reveal} />}
      </div>
    </>
  );
}

function Parts({ deposit, id, reveal }: { deposit: Deposit; id: string; reveal: Reveal }) {
  const t = useTranslations('payments.deposit');
  const { payment, key, from } = deposit;
  const { account } = useSession();
  const dispute = disputeHref(account, payment.openDispute ?? null);
  return (
    <div className="grid gap-4">
      {from === 'statement' && <Callout title={t('lineOnly')}>{t('lineOnlyWords')}</Callout>}
      {dispute !== null && (
        <Callout
          tone="danger"
          title={t('dispute')}
          action={<LinkButton href={dispute}>{t('see')}</LinkButton>}
        >
          {payment.openDispute}
        </Callout>
      )}
      <div className="grid items-start gap-4 drawer:grid-cols-2">
        <div className="panel grid gap-4 p-panel">
          <section>
            <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
              <Money cents={payment.amount} exact={payment.amountExact} direction="in" size="big" />
              <PaymentStatus payment={payment} page="charges" badge />
            </div>
            <dl className="facts gap-y-2">
              <Fact wraps name={t('id')}>
                <CopyId value={payment.id} />
              </Fact>
              <Fact wraps name={t('endToEndId')}>
                {payment.endToEndId && <CopyId value={payment.endToEndId} />}
              </Fact>
              <Fact wraps name={t('key')}>
                {key && <CopyId value={key} whole />}
              </Fact>
              <Fact wraps name={t('paidAt')}>
                {payment.paidAt && <Instant at={payment.paidAt} variant="long" />}
              </Fact>
              <Fact wraps name={t('createdAt')}>
                {payment.createdAt && <Instant at={payment.createdAt} variant="long" />}
              </Fact>
            </dl>
            <AuditLink of="deposit" target={payment.id} />
          </section>
          <PaymentValues payment={payment} />
        </div>
        <div className="grid gap-4">
          <div className="panel p-panel">
            <Payer payer={payment.payer} reveal={reveal} />
          </div>
          <div className="panel p-panel">
            <PaymentNotices payment={payment} asked={id} />
          </div>
        </div>
      </div>
    </div>
  );
}

function Payer({ payer, reveal }: { payer: Deposit['payment']['payer']; reveal: Reveal }) {
  const t = useTranslations('payments.deposit');
  const { name, document, institutionName, institutionIspb, accountNumber } = payer;
  return (
    <section>
      <div className="mb-2 flex items-center gap-2">
        <h3 className="flex-1">{t('payer')}</h3>
        <RevealButton reveal={reveal} />
      </div>
      <dl className="facts gap-y-2">
        <Fact wraps name={t('name')}>
          {name}
        </Fact>
        <Fact wraps name={t('document')}>
          {document && formatDocument(document)}
        </Fact>
        <Fact wraps name={t('institution')}>
          {institutionName ?? institutionIspb}
        </Fact>
        <Fact wraps name={t('account')}>
          {accountNumber}
        </Fact>
      </dl>
      {name === null && document === null && <p className="text-ink-3">{t('nobody')}</p>}
      <Revealed reveal={reveal} />
    </section>
  );
}
