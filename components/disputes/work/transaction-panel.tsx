'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type Reveal, RevealButton, Revealed } from '#components/app-shell/reveal.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { CustomerLink } from '#components/customers/customer-link.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { TransactionAmount } from '#components/list/transaction-amount.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status, TransactionStatus } from '#components/ui/status.tsx';
import { formatDocument } from '#lib/core/pix/documents.ts';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { draftOptions } from '#lib/disputes/queries.ts';
import type { DeliveryMention, Transaction, TransactionDetail } from '#lib/providers/records.ts';
import { detailOptions } from '#lib/transactions/queries.ts';
import { isDelivered } from '#lib/transactions/rules.ts';

/** The disputed payment. */
export function TransactionPanel({ detail: { dispute }, reveal }: { detail: DisputeDetail; reveal: Reveal }) {
  const t = useTranslations('disputes.transaction');
  const { account } = useSession();
  const id = dispute.transactionId;
  const known = id !== null && account.capabilities.includes('transactions');
  const query = useQuery({ ...detailOptions(account.slug, id ?? ''), enabled: known });
  if (id === null || !known)
    return (
      <Panel title={t('title')}>
        <p className="text-ink-3">{t('none')}</p>
      </Panel>
    );
  return (
    <Panel
      title={t('title')}
      footer={
        account.capabilities.includes('deliveries') && (
          <Link
            className="text-xs"
            href={`/${account.slug}/deliveries?transactionId=${encodeURIComponent(id)}`}
          >
            {t('deliveries')}
          </Link>
        )
      }
      busy={query.isPending}
      action={
        <>
          <RevealButton reveal={reveal} />
          <Link href={`/${account.slug}/transactions/${encodeURIComponent(id)}`}>{t('open')}</Link>
        </>
      }
    >
      {query.error !== null && <ReadError error={query.error} onRetry={() => void query.refetch()} />}
      <Revealed reveal={reveal} />
      {query.data === undefined && query.error === null && (
        <Facts of={NAMES.map((name) => ({ label: t(name), value: <Skeleton width="8rem" /> }))} />
      )}
      {query.data !== undefined && <Shown detail={query.data} dispute={dispute} />}
    </Panel>
  );
}

const NAMES = ['paid', 'payer', 'document', 'bank', 'reference', 'e2e', 'notice'] as const;

type ShownProps = { detail: TransactionDetail; dispute: DisputeDetail['dispute'] };

function Shown({ detail: { transaction, deliveries }, dispute }: ShownProps) {
  const t = useTranslations('disputes.transaction');
  const { status, paidAt, payer, clientReference, endToEndId } = transaction;
  const name = dispute.payerName ?? payer.name;
  const document = dispute.payerDocument ?? payer.document;
  return (
    <>
      <p className="mb-2 flex items-center justify-between gap-2 text-lg">
        <TransactionAmount row={transaction} />
        <TransactionStatus status={status} badge />
      </p>
      <Facts
        of={[
          { label: t('paid'), value: <Instant at={paidAt ?? transaction.createdAt} /> },
          {
            label: t('payer'),
            value:
              name === null ? (
                '–'
              ) : (
                <CustomerLink of={{ disputeId: dispute.id }} document={document}>
                  {name}
                </CustomerLink>
              ),
          },
          {
            label: t('document'),
            value: <Document id={dispute.id} transaction={transaction} document={document} />,
          },
          { label: t('bank'), value: payer.institutionName ?? payer.institutionIspb },
          { label: t('reference'), id: clientReference },
          { label: t('e2e'), id: endToEndId },
          { label: t('notice'), value: <Notice deliveries={deliveries} openedAt={dispute.openedAt} /> },
        ]}
      />
    </>
  );
}

type DocumentProps = { id: string; transaction: Transaction; document: string | null };

/** Says whether the payer is the buyer. Masked documents can be alike: the server compares whole ones. */
function Document({ id, transaction: { payer, generatedDocument }, document }: DocumentProps) {
  const t = useTranslations('disputes.transaction');
  const { data } = useQuery(draftOptions(useSession().account.slug, id));
  const same = data?.facts.some(({ name }) => name === 'same_document') === true;
  const differs =
    payer.document !== null && generatedDocument !== null && payer.document !== generatedDocument;
  return (
    <>
      {document === null ? '–' : formatDocument(document)}{' '}
      {(same || differs) && (
        <Status kind={same ? 'ok' : 'warn'} className="text-xs">
          {t(same ? 'same' : 'different')}
        </Status>
      )}
    </>
  );
}

type NoticeProps = { deliveries: readonly DeliveryMention[]; openedAt: string | null };

/** The newest notice before the dispute (later ones are about the dispute); otherwise the newest. */
function Notice({ deliveries, openedAt }: NoticeProps) {
  const t = useTranslations('disputes.transaction');
  const newest = deliveries.toSorted((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
  const delivery =
    newest.find(({ createdAt }) => createdAt !== null && openedAt !== null && createdAt < openedAt) ??
    newest[0];
  if (delivery === undefined) return <span className="text-ink-3">{t('noticeNone')}</span>;
  const { status, responseTimeMs } = delivery;
  if (!isDelivered(status))
    return <Status kind="danger">{t('noticeFailed', { status: status ?? t('noticeNoAnswer') })}</Status>;
  return (
    <Status kind="ok">
      {responseTimeMs === null
        ? t('noticeOkShort', { status: status ?? '' })
        : t('noticeOk', { status: status ?? '', ms: Math.round(responseTimeMs) })}
    </Status>
  );
}

/** The disputed payment for accounts without a transaction list: its ids, and links to it. */
export function PaymentPanel({ detail: { dispute } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.payment');
  const { slug, capabilities } = useSession().account;
  const { transactionId, endToEndId } = dispute;
  const charge = transactionId?.startsWith('payment:') && capabilities.includes('charges-list');
  // The provider knows the id without Guichê's own prefix.
  const id = transactionId?.replace(/^(?:payment|deposit):/, '');
  return (
    <Panel title={t('title')}>
      {transactionId === null && endToEndId === null ? (
        <p className="text-ink-3">{t('none')}</p>
      ) : (
        <>
          <Facts
            of={[
              { label: t(charge ? 'charge' : 'id'), id },
              { label: t('e2e'), id: endToEndId },
            ]}
          />
          <p className="mt-2 flex flex-wrap gap-x-4">
            {charge && (
              <Link href={`/${slug}/charges?open=${encodeURIComponent(transactionId ?? '')}`}>
                {t('toCharge')}
              </Link>
            )}
            {endToEndId !== null && capabilities.includes('statement') && (
              <Link href={`/${slug}/statement?endToEndId=${encodeURIComponent(endToEndId)}`}>
                {t('toLines')}
              </Link>
            )}
          </p>
        </>
      )}
    </Panel>
  );
}
