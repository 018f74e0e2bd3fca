'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { usePlaceLabels } from '#components/app-shell/reveal.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { CustomerLink } from '#components/customers/customer-link.tsx';
import { NoticeDoubt } from '#components/deliveries/notice-doubt.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { DetailPart, Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import { useEventName } from '#components/webhooks/event-labels.ts';
import { stateOf } from '#lib/core/status/money.ts';
import { noticeDoubtOf } from '#lib/deliveries/notice-doubt.ts';
import { type Notice, noticesOptions } from '#lib/deliveries/queries.ts';
import { type Payment, paymentKeys } from '#lib/payments/queries.ts';
import { otherSide, type PaymentPage } from '#lib/payments/rules.ts';
import { stageOf } from '#lib/payments/stage.ts';
import { addressName } from '#lib/webhooks/target.ts';
import { CallbackAsked } from '../callback-came.tsx';
import { PaymentStatus } from '../payment-status.tsx';

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
        look="right"
        of={reportedValues.map((name) => ({
          label: t(name),
          cents: payment[name],
          exact: name === 'fee' ? payment.feeExact : undefined,
        }))}
      />
    </DetailPart>
  );
}

/** The metadata of the payment's creator, one line per entry. */
function metadataLines({ metadata }: Payment): ReactNode {
  if (metadata == null) return null;
  return Object.entries(metadata).map(([name, value]) => (
    <span key={name} className="block break-all">
      <span className="text-ink-3">{name}</span> {typeof value === 'string' ? value : JSON.stringify(value)}
    </span>
  ));
}

/** The counterparty, and the times of the payment. */
export function PaymentFacts({ payment, page }: { payment: Payment; page: PaymentPage }) {
  const t = useTranslations('payments.detail.facts');
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
                <CallbackAsked payment={payment} />
              </div>
            ),
          },
          { label: t('metadata'), value: metadataLines(payment) },
          { label: t('createdAt'), at: payment.createdAt },
          { label: t('paidAt'), at: payment.paidAt },
          { label: t('cancellationReason'), value: payment.cancellationReason },
        ]}
      />
    </section>
  );
}

type Props = {
  payment: Payment;
  /** The requested id, where the response may have another. */
  asked?: string;
};

/** The notifications of a payment: time and response of each, from Guichê's own records. */
export function PaymentNotices({ payment, asked = payment.id }: Props) {
  const t = useTranslations('payments.notices');
  const { account } = useSession();
  const { data, error, refetch } = useQuery(noticesOptions(account.slug, payment.id, alsoOf(payment, asked)));
  const client = useQueryClient();
  const nameOf = useEventName();
  const readAgain = () => {
    void refetch();
    void client.refetchQueries({ queryKey: paymentKeys.all(account.slug), type: 'active' });
  };
  const history = account.capabilities.includes('deliveries');
  return (
    <section>
      <h3>{t('title')}</h3>
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton width="70%" />}
      {data?.items.length === 0 && <p className="text-ink-3">{t(history ? 'none' : 'noneReceived')}</p>}
      <NoticeDoubt
        doubt={noticeDoubtOf(payment, data?.items ?? [])}
        nameOf={nameOf}
        onReadAgain={readAgain}
      />
      {data !== undefined && data.items.length > 0 && (
        <Timeline label={t('title')}>
          {data.items.map((notice) => (
            <Line key={`${notice.from} ${notice.id}`} notice={notice} />
          ))}
        </Timeline>
      )}
    </section>
  );
}

/**
 * The id that webhooks use, where it differs (document 2): returned by the provider, or the statement's id.
 */
function alsoOf({ id, other }: Payment, asked: string): string | undefined {
  const [kind] = id.split(':');
  if (typeof other.webhookId === 'string') return `${kind}:${other.webhookId}`;
  return asked === id ? undefined : asked;
}

function Line({ notice }: { notice: Notice }) {
  const t = useTranslations('payments.notices');
  const name = useEventName();
  const { event, url, httpStatus, delivered, responseTimeMs, times, from, at } = notice;
  const answer = httpStatus === null ? t('noAnswer') : t('answer', { status: httpStatus });
  const note = [
    from === 'receiver' ? t('receiver') : url && addressName(url),
    answer,
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
  const back = /^(partly|refund)/.test(stageOf(charge));
  return (
    <Timeline label={t('story')}>
      {back && (
        <TimelineItem
          shape="return"
          tone="flow"
          what={<PaymentStatus payment={charge} page="charges" />}
          when={<Instant at={charge.refundedAt ?? charge.updatedAt} variant="time" />}
        />
      )}
      {waits && <TimelineItem shape="pending" what={t('paid')} when={t('byItself')} future />}
      {charge.paidAt !== null && (
        <TimelineItem
          shape="check"
          tone="ok"
          what={t('paid')}
          when={<Instant at={charge.paidAt} variant="time" />}
        />
      )}
      {!waits && charge.paidAt === null && (
        <TimelineItem
          shape="barred"
          what={<PaymentStatus payment={charge} page="charges" />}
          when={<Instant at={charge.updatedAt} variant="time" />}
        />
      )}
      {copiedAt !== null && (
        <TimelineItem shape="operator" what={t('copied')} when={<Instant at={copiedAt} variant="time" />} />
      )}
      <TimelineItem
        shape="clock"
        what={t('created')}
        when={<Instant at={charge.createdAt} variant="time" />}
      />
    </Timeline>
  );
}
