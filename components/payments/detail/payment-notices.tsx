'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { NoticeDoubt } from '#components/deliveries/notice-doubt.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import { useEventName } from '#components/webhooks/event-labels.ts';
import { noticeDoubtOf } from '#lib/deliveries/notice-doubt.ts';
import { type Notice, noticesOptions } from '#lib/deliveries/queries.ts';
import { type Payment, paymentKeys } from '#lib/payments/queries.ts';
import { addressName } from '#lib/webhooks/target.ts';

type Props = {
  payment: Payment;
  /** The id it was asked for by, where the answer may name another. */
  asked?: string;
};

/** Notices of the payment: when each went out and what was answered, from Guichê's own records. */
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

/** The id that webhooks give it, where that is another one (document 2): told, or the statement's own. */
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
