'use client';

import { useTranslations } from 'next-intl';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import type { DisputeDetail } from '#lib/disputes/contract.ts';

/** The service's own warnings before the deadline, as far as Guichê's receiver took them. */
export function DeadlineNotices({ detail: { dispute, deadlineNotices } }: { detail: DisputeDetail }) {
  const t = useTranslations('disputes.notices');
  if (deadlineNotices.length === 0 && dispute.state !== 'open') return null;
  return (
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
              when={<Instant at={at} look="minute" />}
            />
          ))}
        </Timeline>
      )}
    </Panel>
  );
}
