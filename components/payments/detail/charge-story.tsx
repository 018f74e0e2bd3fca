'use client';

import { useTranslations } from 'next-intl';
import { Instant } from '#components/ui/instant.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import type { Payment } from '#lib/payments/queries.ts';
import { stageOf } from '#lib/payments/stage.ts';
import { stateOf } from '#lib/states/money-state.ts';
import { PaymentStatus } from '../payment-status.tsx';

/** Newest on top; what is still to come stands above, dashed. */
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
