'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type Reveal, RevealButton, Revealed } from '#components/app-shell/reveal.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { CustomerLink } from '#components/customers/customer-link.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { TransactionAmount } from '#components/list/transaction-amount.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { Facts, otherFacts, RawAnswer } from '#components/ui/facts.tsx';
import { Instant, useTimeLabels } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status, TransactionStatus } from '#components/ui/status.tsx';
import { Timeline, TimelineItem } from '#components/ui/steps.tsx';
import { formatDocument } from '#lib/core/pix/documents.ts';
import type { Dispute, DisputeDetail } from '#lib/disputes/contract.ts';
import { draftOptions } from '#lib/disputes/queries.ts';
import { guessSituation } from '#lib/disputes/rules.ts';
import type { DeliveryMention, Transaction, TransactionDetail } from '#lib/providers/records.ts';
import { detailOptions } from '#lib/transactions/queries.ts';
import { isDelivered } from '#lib/transactions/rules.ts';
import { ServiceStatus, useResultLabels } from '../labels.tsx';
import { useTypeLabels } from '../use-labels.ts';

/** The report of the payer's bank as received, and the provider's data on it. */
export function AllegedPanel({ detail: { dispute, infraction, raw } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.alleged');
  const situations = useTranslations('due.situations');
  const answer = useTranslations('common.answer');
  const typeLabel = useTypeLabels();
  const result = useResultLabels();
  const { reason, type, status, protocol, openedAt, amount } = dispute;
  const { reportedBy } = infraction;
  const situation = guessSituation(reason);
  const other = otherFacts(infraction.other);
  return (
    <Panel title={t('title')}>
      <p className="mb-2 wrap-anywhere text-ink">
        {reason === null ? <span className="text-ink-3">{t('noText')}</span> : <q>{reason}</q>}
      </p>
      <Facts
        of={[
          {
            label: t('situation'),
            value: situation !== 'other' && (
              <>
                {situations(situation)} <span className="text-ink-3">{t('fromText')}</span>
              </>
            ),
          },
          { label: t('type'), value: <span title={type ?? undefined}>{typeLabel(type)}</span> },
          {
            label: t('reportedBy'),
            value:
              reportedBy !== null && t.has(reportedBy as 'DEBITED_PARTICIPANT')
                ? t(reportedBy as 'DEBITED_PARTICIPANT')
                : reportedBy,
          },
          { label: t('opened'), value: <Instant at={openedAt} variant="minute" /> },
          { label: t('status'), value: <ServiceStatus status={status} /> },
          { label: t('protocol'), id: protocol },
          { label: t('amount'), value: <Money cents={amount} /> },
          ...MOVED.map((name) => ({ label: t(name), cents: movedCents(infraction.other[name]) })),
          {
            label: t('result'),
            value:
              dispute.state === 'closed' && `${result(dispute)} ${infraction.resultDetails ?? ''}`.trim(),
          },
        ]}
      />
      {other.length > 0 && (
        <details className="mt-2">
          <summary className="text-xs font-semibold text-ink">{answer('other')}</summary>
          <Facts className="mt-2" of={other} />
        </details>
      )}
      {raw !== null && (
        <div className="mt-2">
          <RawAnswer value={raw} />
        </div>
      )}
    </Panel>
  );
}

/** Document 2: the part of the blocked amount returned to the payer, and the price of the analysis; cents. */
const MOVED = ['settledAmount', 'feeCharged'] as const;

/** Null when zero or not a whole number. */
function movedCents(value: unknown): number | null {
  const cents = Number(value ?? Number.NaN);
  return Number.isSafeInteger(cents) && cents !== 0 ? cents : null;
}

/** Document 2: the merchant answers in the provider's panel, which warns before the deadline. */
export function ExternallyAnswered({ detail: { dispute, deadlineNotices } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.notices');
  return (
    <>
      <WhereToAnswer dispute={dispute} />
      {(deadlineNotices.length > 0 || dispute.state === 'open') && (
        <Panel title={t('title')}>
          {deadlineNotices.length === 0 ? (
            <p className="text-ink-3">{t('none')}</p>
          ) : (
            <Timeline label={t('title')}>
              {deadlineNotices.map(({ hours, at }) => (
                <TimelineItem
                  key={at}
                  shape="clock"
                  tone={hours !== null && hours <= 6 ? 'danger' : 'warn'}
                  what={hours === null ? t('unknown') : t('left', { hours })}
                  when={<Instant at={at} variant="minute" />}
                />
              ))}
            </Timeline>
          )}
        </Panel>
      )}
    </>
  );
}

function WhereToAnswer({ dispute }: { dispute: Dispute }) {
  const t = useTranslations('disputes.elsewhere');
  const timeLabels = useTimeLabels();
  const result = useResultLabels();
  const now = useNow(30_000);
  const { state, deadline } = dispute;
  if (state !== 'open')
    return (
      <Callout tone={state === 'closed' ? 'idle' : 'flow'} title={t(state)}>
        {state === 'closed' ? t('closedDescription', { result: result(dispute) }) : t('answeredDescription')}
      </Callout>
    );
  const over = deadline !== null && Date.parse(deadline) <= now;
  const when = deadline === null ? '' : timeLabels.when(deadline, now);
  const until = t(deadline === null ? 'descriptionSoon' : 'description', { when });
  return (
    <Callout tone={over ? 'danger' : 'warn'} icon="info" title={t('title')}>
      {over ? t('over') : until} {t('steps')}
    </Callout>
  );
}

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

type ShownProps = { detail: TransactionDetail; dispute: Dispute };

function Shown({ detail: { transaction, deliveries }, dispute }: ShownProps) {
  const t = useTranslations('disputes.transaction');
  const { status, paidAt, payer, clientReference, endToEndId } = transaction;
  const name = dispute.payerName ?? payer.name;
  const document = dispute.payerDocument ?? payer.document;
  const customer = (
    <CustomerLink of={{ disputeId: dispute.id }} document={document}>
      {name}
    </CustomerLink>
  );
  return (
    <>
      <p className="mb-2 flex items-center justify-between gap-2 text-lg">
        <TransactionAmount row={transaction} />
        <TransactionStatus status={status} badge />
      </p>
      <Facts
        of={[
          { label: t('paid'), value: <Instant at={paidAt ?? transaction.createdAt} /> },
          { label: t('payer'), value: name === null ? '–' : customer },
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

/** Shows whether the payer is the buyer. Masked documents can be alike: the server compares whole ones. */
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
  const ms = Math.round(responseTimeMs ?? 0);
  return (
    <Status kind="ok">
      {t(responseTimeMs === null ? 'noticeOkShort' : 'noticeOk', { status: status ?? '', ms })}
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
