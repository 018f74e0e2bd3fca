'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { usePlaceLabels } from '#components/app-shell/reveal.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { CustomerLink } from '#components/customers/customer-link.tsx';
import { NoticeConflict } from '#components/deliveries/notice-conflict.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { DetailPart, Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Timeline, TimelineItem } from '#components/ui/steps.tsx';
import { useEventName } from '#components/webhooks/event-labels.ts';
import { stateOf } from '#lib/core/status/money.ts';
import { noticeConflictOf } from '#lib/deliveries/notice-conflict.ts';
import { type Notice, noticesOptions } from '#lib/deliveries/queries.ts';
import { allPayments, type Payment } from '#lib/payments/queries.ts';
import { otherSide, type PaymentPage, stageOf } from '#lib/payments/rules.ts';
import { addressName } from '#lib/webhooks/rules.ts';
import { PaymentStatus } from '../list/payment-rows.tsx';
import { CallbackOutcomeByReference } from '../outcome.tsx';

const VALUES = [
  'fee',
  'netAmount',
  'totalDebited',
  'refundAmount',
  'refundInProgressAmount',
  'refundableAmount',
] as const;

/** The amounts that the provider returned; none is computed from the others. */
export function PaymentValues({ payment }: { payment: Payment }) {
  const t = useTranslations('payments.detail.values');
  const reportedValues = VALUES.filter(
    (name) => payment[name] != null && (payment[name] !== 0 || name === 'fee'),
  );
  if (reportedValues.length === 0) return null;
  return (
    <DetailPart title={t('title')} quiet>
      <Facts
        variant="right"
        of={reportedValues.map((name) => ({
          label: t(name),
          cents: payment[name],
          exact: name === 'fee' ? payment.feeExact : undefined,
        }))}
      />
    </DetailPart>
  );
}

/** The counterparty, and the times of the payment. */
export function PaymentFacts({ payment, page }: { payment: Payment; page: PaymentPage }) {
  const t = useTranslations('payments.detail.facts');
  const { metadata } = payment;
  const side = otherSide(payment, page);
  const placeOf = usePlaceLabels();
  return (
    <section>
      <h3>{t(`title.${page}`)}</h3>
      <Facts
        className="gap-y-2"
        of={[
          {
            label: t('name'),
            value: side.name && (
              <CustomerLink of={{ transactionId: payment.id }} document={side.document}>
                {side.name}
              </CustomerLink>
            ),
          },
          { label: t('document'), document: side.document },
          { label: t('institution'), value: placeOf(side) },
          { label: t('pixKey'), code: payment.withdrawPixKey },
          { label: t('description'), value: payment.description },
          { label: t('virtualAccount'), value: payment.virtualAccount },
          {
            label: t('callbackUrl'),
            value: (
              <div className="grid gap-1">
                {payment.callbackUrl ? <CopyId value={payment.callbackUrl} whole /> : t('noCallback')}
                <CallbackOutcomeByReference payment={payment} />
              </div>
            ),
          },
          {
            label: t('metadata'),
            value:
              metadata &&
              Object.entries(metadata).map(([name, value]) => (
                <span key={name} className="block break-all">
                  <span className="text-ink-3">{name}</span>{' '}
                  {typeof value === 'string' ? value : JSON.stringify(value)}
                </span>
              )),
          },
          { label: t('createdAt'), at: payment.createdAt },
          { label: t('paidAt'), at: payment.paidAt },
          { label: t('cancellationReason'), value: payment.cancellationReason },
        ]}
      />
    </section>
  );
}

type NoticesProps = {
  payment: Payment;
  /** The requested id, where the response may have another. */
  requestedId?: string;
};

/** The notifications of a payment: time and response of each, from Guichê's own records. */
export function PaymentNotices({ payment, requestedId = payment.id }: NoticesProps) {
  const t = useTranslations('payments.notices');
  const { account } = useSession();
  const client = useQueryClient();
  const nameOf = useEventName();
  // The id that webhooks use, where it differs (document 2): returned by the provider, or the statement's id.
  const { webhookId } = payment.other;
  const otherId = requestedId === payment.id ? undefined : requestedId;
  const also = typeof webhookId === 'string' ? `${payment.id.split(':')[0]}:${webhookId}` : otherId;
  const { data, error, refetch } = useQuery(noticesOptions(account.slug, payment.id, also));
  const items = data?.items ?? [];
  const history = account.capabilities.includes('deliveries');
  return (
    <section>
      <h3>{t('title')}</h3>
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton width="70%" />}
      {data?.items.length === 0 && <p className="text-ink-3">{t(history ? 'none' : 'noneReceived')}</p>}
      <NoticeConflict
        conflict={noticeConflictOf(payment, items)}
        nameOf={nameOf}
        onReadAgain={() => {
          void refetch();
          void client.refetchQueries({ queryKey: allPayments(account.slug), type: 'active' });
        }}
      />
      {items.length > 0 && (
        <Timeline label={t('title')}>
          {items.map((notice) => (
            <Line key={`${notice.from} ${notice.id}`} notice={notice} />
          ))}
        </Timeline>
      )}
    </section>
  );
}

function Line({ notice }: { notice: Notice }) {
  const t = useTranslations('payments.notices');
  const name = useEventName();
  const { event, url, httpStatus, delivered, responseTimeMs, times, from, at } = notice;
  const note = [
    from === 'receiver' ? t('receiver') : url && addressName(url),
    httpStatus === null ? t('noAnswer') : t('answer', { status: httpStatus }),
    responseTimeMs !== null && t('in', { ms: Math.round(responseTimeMs) }),
    times > 1 && t('times', { count: times }),
  ];
  return (
    <TimelineItem
      shape={delivered ? 'check' : 'octagon'}
      tone={delivered ? 'ok' : 'danger'}
      what={event === null ? t('unnamed') : name(event)}
      note={note.filter(Boolean).join(' · ')}
      when={<Instant at={at} variant="full" />}
    />
  );
}

/** The history of a charge, newest first; what is still expected is on top, dashed. */
export function ChargeStory({ charge, copiedAt = null }: { charge: Payment; copiedAt?: string | null }) {
  const t = useTranslations('payments.live');
  const waits = stateOf(charge) === 'waiting';
  const isRefunded = /^(partly|refund)/.test(stageOf(charge));
  const status = <PaymentStatus payment={charge} page="charges" />;
  const time = (at: string | null) => <Instant at={at} variant="time" />;
  const { paidAt, updatedAt, createdAt } = charge;
  return (
    <Timeline label={t('story')}>
      {isRefunded && (
        <TimelineItem shape="return" tone="flow" what={status} when={time(charge.refundedAt ?? updatedAt)} />
      )}
      {waits && <TimelineItem shape="pending" what={t('paid')} when={t('byItself')} future />}
      {paidAt !== null && <TimelineItem shape="check" tone="ok" what={t('paid')} when={time(paidAt)} />}
      {!waits && paidAt === null && <TimelineItem shape="barred" what={status} when={time(updatedAt)} />}
      {copiedAt !== null && <TimelineItem shape="operator" what={t('copied')} when={time(copiedAt)} />}
      <TimelineItem shape="clock" what={t('created')} when={time(createdAt)} />
    </Timeline>
  );
}
