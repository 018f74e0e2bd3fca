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

type Props = { detail: DisputeDetail; reveal: Reveal };

/** The disputed payment. */
export function TransactionPanel({ detail: { dispute }, reveal }: Props) {
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
      footer={account.capabilities.includes('deliveries') && <DeliveryLog id={id} />}
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
      {query.data === undefined && query.error === null && <Waiting />}
      {query.data !== undefined && <Shown detail={query.data} dispute={dispute} />}
    </Panel>
  );
}

const NAMES = ['paid', 'payer', 'document', 'bank', 'reference', 'e2e', 'notice'] as const;

function Waiting() {
  const t = useTranslations('disputes.transaction');
  return <Facts of={NAMES.map((name) => ({ label: t(name), value: <Skeleton width="8rem" /> }))} />;
}

type ShownProps = { detail: TransactionDetail; dispute: DisputeDetail['dispute'] };

function Shown({ detail: { transaction, deliveries }, dispute }: ShownProps) {
  const t = useTranslations('disputes.transaction');
  const { status, paidAt, payer, clientReference, endToEndId } = transaction;
  const name = dispute.payerName ?? payer.name;
  const bank = payer.institutionName ?? payer.institutionIspb;
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
                <CustomerLink
                  of={{ disputeId: dispute.id }}
                  document={dispute.payerDocument ?? payer.document}
                >
                  {name}
                </CustomerLink>
              ),
          },
          {
            label: t('document'),
            value: <Document id={dispute.id} transaction={transaction} shown={dispute.payerDocument} />,
          },
          { label: t('bank'), value: bank },
          { label: t('reference'), id: clientReference },
          { label: t('e2e'), id: endToEndId },
          { label: t('notice'), value: <Notice delivery={noticeOf(deliveries, dispute.openedAt)} /> },
        ]}
      />
    </>
  );
}

/**
 * The newest notice from before the dispute, because later notices are about the dispute; otherwise the
 * newest.
 */
function noticeOf(deliveries: readonly DeliveryMention[], openedAt: string | null) {
  const newest = [...deliveries].sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
  return (
    newest.find(({ createdAt }) => createdAt !== null && openedAt !== null && createdAt < openedAt) ??
    newest[0]
  );
}

type DocumentProps = { id: string; transaction: Transaction; shown: string | null };

/** Says whether the payer is the buyer. Masked documents can look alike: the server compares whole ones. */
function Document({ id, transaction, shown }: DocumentProps) {
  const t = useTranslations('disputes.transaction');
  const { account } = useSession();
  const { data } = useQuery(draftOptions(account.slug, id));
  const { payer, generatedDocument } = transaction;
  const document = shown ?? payer.document;
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

/** Link to every notice of this payment. */
function DeliveryLog({ id }: { id: string }) {
  const t = useTranslations('disputes.transaction');
  const { account } = useSession();
  return (
    <Link className="text-xs" href={`/${account.slug}/deliveries?transactionId=${encodeURIComponent(id)}`}>
      {t('deliveries')}
    </Link>
  );
}

function Notice({ delivery }: { delivery: DeliveryMention | undefined }) {
  const t = useTranslations('disputes.transaction');
  if (delivery === undefined) return <span className="text-ink-3">{t('noticeNone')}</span>;
  const { status, responseTimeMs } = delivery;
  const ms = responseTimeMs === null ? null : Math.round(responseTimeMs);
  if (!isDelivered(status))
    return <Status kind="danger">{t('noticeFailed', { status: status ?? t('noticeNoAnswer') })}</Status>;
  return (
    <Status kind="ok">
      {ms === null
        ? t('noticeOkShort', { status: status ?? '' })
        : t('noticeOk', { status: status ?? '', ms })}
    </Status>
  );
}
