import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { type RevealedRead, useRecord } from '#components/list/record-body.tsx';
import { TransactionAmount } from '#components/list/transaction-amount.tsx';
import { PaymentStatus } from '#components/payments/list/payment-rows.tsx';
import { ReceiptButton, RefundButton } from '#components/payments/payment-actions.tsx';
import { ResendButton } from '#components/resends/resend-button.tsx';
import { useMayResend } from '#components/resends/use-labels.ts';
import { Badge } from '#components/ui/badge.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { TransactionStatus } from '#components/ui/status.tsx';
import type { PaymentPage } from '#lib/payments/rules.ts';
import type { Transaction, TransactionDetail } from '#lib/providers/records.ts';
import { detailOptions, revealedOptions, timelineOptions } from '#lib/transactions/queries.ts';
import { badgesOf, type DetailBadge } from '#lib/transactions/rules.ts';

export type Detail = RevealedRead<TransactionDetail>;

/** One transaction and its timeline; a refresh reloads both. */
export function useDetail(id: string): Detail {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const read = useRecord(detailOptions(account, id), revealedOptions(account, id));
  const refetch = () => {
    void read.refetch();
    void client.refetchQueries({ queryKey: timelineOptions(account, id).queryKey, type: 'active' });
  };
  return { ...read, refetch };
}

const BADGE_STYLE = {
  'delivery-failed': { tone: 'danger', icon: 'octagon' },
  'partly-refunded': { tone: 'flow', icon: 'return' },
  disputed: { tone: 'flow', icon: 'diamond' },
} as const;

const countOf = (badge: DetailBadge) =>
  'attempts' in badge ? badge.attempts : 'count' in badge ? badge.count : 0;

/** Amount, status, warnings and ids. */
export function DetailHead({ detail, page }: { detail: TransactionDetail; page?: PaymentPage | undefined }) {
  const t = useTranslations('transactions.detail');
  const { slug, capabilities } = useSession().account;
  const { transaction, disputes } = detail;
  // Shares the timeline's query.
  const { data } = useQuery(timelineOptions(slug, transaction.id));
  const badges = badgesOf(detail, data?.items);
  const [newest] = disputes.toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
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
            <Badge key={badge.kind} {...BADGE_STYLE[badge.kind]}>
              {t(`badge.${badge.kind}`, { count: countOf(badge) })}
            </Badge>
          ))}
        </p>
      )}
      {newest?.id != null && capabilities.includes('disputes') && (
        <p className="mt-1.5">
          <Link href={`/${slug}/disputes/${encodeURIComponent(newest.id)}`}>{t('openDispute')}</Link>
        </p>
      )}
      <Ids transaction={transaction} />
      <AuditLink of="transaction" target={transaction.id} />
    </section>
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

type FootProps = { state: Detail; id: string; name: string };

/** The transaction's main action: resends its notice if the last one failed. */
export function DetailFoot({ state: { data }, id, name }: FootProps) {
  const mayResend = useMayResend();
  const failed = data !== undefined && badgesOf(data).some(({ kind }) => kind === 'delivery-failed');
  return (
    <span className="flex flex-wrap items-center gap-2 empty:hidden">
      {mayResend && <ResendButton transactionId={id} name={name} needed={failed} />}
      {data && <MoneyActions transaction={data.transaction} />}
    </span>
  );
}
