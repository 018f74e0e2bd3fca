'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { TransactionAmount } from '#components/list/transaction-amount.tsx';
import { PaymentStatus } from '#components/payments/payment-status.tsx';
import { ReceiptButton } from '#components/payments/receipt-button.tsx';
import { RefundButton } from '#components/payments/refund/refund-list.tsx';
import { ResendButton } from '#components/resends/resend-button.tsx';
import { useMayResend } from '#components/resends/use-labels.ts';
import { Badge } from '#components/ui/badge.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { TransactionStatus } from '#components/ui/status.tsx';
import type { PaymentPage } from '#lib/payments/rules.ts';
import type { Transaction, TransactionDetail } from '#lib/providers/records.ts';
import { timelineOptions } from '#lib/transactions/queries.ts';
import { badgesOf, type DetailBadge } from '#lib/transactions/rules.ts';
import type { Detail } from './use-detail.ts';

const BADGE_STYLE = {
  'delivery-failed': { tone: 'danger', icon: 'octagon' },
  'partly-refunded': { tone: 'flow', icon: 'return' },
  disputed: { tone: 'flow', icon: 'diamond' },
} as const;

/** Amount, status, warnings and ids. */
export function DetailHead({ detail, page }: { detail: TransactionDetail; page?: PaymentPage }) {
  const { transaction } = detail;
  const { slug } = useSession().account;
  // Shares the timeline's query.
  const { data } = useQuery(timelineOptions(slug, transaction.id));
  const badges = badgesOf(detail, data?.items);
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <TransactionAmount row={transaction} size="big" />
        {page === undefined ? (
          <TransactionStatus status={transaction.status} badge />
        ) : (
          <PaymentStatus payment={transaction} page={page} badge />
        )}
      </div>
      {badges.length > 0 && (
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          {badges.map((badge) => (
            <BadgeLabel key={badge.kind} badge={badge} />
          ))}
        </p>
      )}
      <OpenDispute detail={detail} />
      <Ids transaction={transaction} />
      <AuditLink of="transaction" target={transaction.id} />
    </section>
  );
}

/** Link to the payment's newest dispute. */
function OpenDispute({ detail }: { detail: TransactionDetail }) {
  const t = useTranslations('transactions.detail');
  const { account } = useSession();
  const newest = [...detail.disputes].sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''))[0];
  if (newest?.id == null || !account.capabilities.includes('disputes')) return null;
  return (
    <p className="mt-1.5">
      <Link href={`/${account.slug}/disputes/${encodeURIComponent(newest.id)}`}>{t('openDispute')}</Link>
    </p>
  );
}

function BadgeLabel({ badge }: { badge: DetailBadge }) {
  const t = useTranslations('transactions.detail.badge');
  const { tone, icon } = BADGE_STYLE[badge.kind];
  const count = 'attempts' in badge ? badge.attempts : 'count' in badge ? badge.count : 0;
  return (
    <Badge tone={tone} icon={icon}>
      {t(badge.kind, { count })}
    </Badge>
  );
}

function Ids({ transaction }: { transaction: Transaction }) {
  const t = useTranslations('transactions.detail.ids');
  const { id, endToEndId, clientReference, virtualAccount, refundEndToEndId } = transaction;
  const reference = (clientReference !== null || virtualAccount !== null) && (
    <span className="flex items-center gap-2">
      {clientReference !== null && <CopyId value={clientReference} />}
      {virtualAccount !== null && <span className="truncate text-ink-3">{virtualAccount}</span>}
    </span>
  );
  return (
    <Facts
      className="mt-2 border-t border-line pt-2"
      of={[
        { label: t('transaction'), id },
        { label: t('endToEndId'), id: endToEndId },
        { label: t('reference'), value: reference },
        { label: t('refund'), id: refundEndToEndId },
      ]}
    />
  );
}

/** Actions on a payment: receipt and refund. */
export function MoneyActions({ transaction }: { transaction: Transaction }) {
  const { type, method } = transaction;
  const pix = method === null || method === 'PIX';
  return (
    <>
      {pix && type === 'DEPOSIT' && <ReceiptButton payment={transaction} page="charges" />}
      {pix && type === 'WITHDRAW' && <ReceiptButton payment={transaction} page="withdrawals" />}
      <RefundButton payment={transaction} />
    </>
  );
}

type Props = { state: Detail; id: string; name: string };

/** The transaction's main action: resends its notice if the last one failed. */
export function DetailFoot({ state, id, name }: Props) {
  const mayResend = useMayResend();
  const failed =
    state.data !== undefined && badgesOf(state.data).some(({ kind }) => kind === 'delivery-failed');
  const transaction = state.data?.transaction;
  return (
    <span className="flex flex-wrap items-center gap-2 empty:hidden">
      {mayResend && <ResendButton transactionId={id} name={name} needed={failed} />}
      {transaction && <MoneyActions transaction={transaction} />}
    </span>
  );
}
