'use client';

import { useTranslations } from 'next-intl';
import { AuditLink } from '#components/app-shell/audit-link.tsx';
import type { StatusShape, Tone } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Timeline, TimelineItem } from '#components/ui/timeline.tsx';
import { saoPauloDay } from '#lib/dates.ts';
import type { ResendDetail } from '#lib/resends/queries.ts';
import { type Activity, activitiesOf } from './activity-log.ts';

const LOOKS: Record<Activity['kind'], { shape: StatusShape; tone: Tone }> = {
  scheduled: { shape: 'operator', tone: 'idle' },
  accepted: { shape: 'check', tone: 'idle' },
  refused: { shape: 'octagon', tone: 'danger' },
  unknown: { shape: 'unknown', tone: 'idle' },
  next: { shape: 'clock', tone: 'idle' },
  completed: { shape: 'check', tone: 'ok' },
  cancelled: { shape: 'barred', tone: 'idle' },
  failed: { shape: 'octagon', tone: 'danger' },
  followed: { shape: 'clock', tone: 'idle' },
};

/** Log of the job, from its requests; the next try stands above, dashed. */
export function ActivityPanel({ job, now }: { job: ResendDetail; now: number }) {
  const t = useTranslations('resends.activity');
  const words = useLineLabels(job.by.name);
  const { past, ahead } = activitiesOf(job, now);
  const today = saoPauloDay(now);
  const line = (entry: Activity, future: boolean) => (
    <TimelineItem
      key={`${entry.kind} ${entry.at}`}
      {...LOOKS[entry.kind]}
      future={future}
      what={words(entry)}
      note={entry.kind === 'accepted' && entry.requests > 1 ? t('acceptedNote', entry) : undefined}
      when={<Instant at={entry.at} variant={saoPauloDay(entry.at) === today ? 'time' : 'minute'} />}
    />
  );
  return (
    <Panel title={t('title')}>
      <Timeline label={t('title')}>
        {ahead !== null && line(ahead, true)}
        {past.map((entry) => line(entry, false))}
      </Timeline>
      <AuditLink of="resend" target={job.id} />
    </Panel>
  );
}

function useLineLabels(name: string): (line: Activity) => string {
  const t = useTranslations('resends.activity');
  return (line) => {
    switch (line.kind) {
      case 'scheduled':
        return t('scheduled', { name });
      case 'accepted':
        return t('accepted', { count: line.requests, items: line.items });
      case 'refused':
        return t('refused', { number: line.number, code: line.code ?? '' });
      case 'unknown':
        return t('unknown', { number: line.number });
      case 'next':
        return t('next', { number: line.number });
      default:
        return t(line.kind);
    }
  };
}
