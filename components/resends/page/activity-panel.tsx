'use client';

import { useTranslations } from 'next-intl';
import { AuditLink } from '#components/app-shell/page-head.tsx';
import type { StatusShape, Tone } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Timeline, TimelineItem } from '#components/ui/steps.tsx';
import { saoPauloDay } from '#lib/core/dates.ts';
import { isActive } from '#lib/resends/progress.ts';
import type { ResendDetail } from '#lib/resends/queries.ts';

type Activity =
  | { kind: 'scheduled' | 'completed' | 'failed' | 'cancelled' | 'followed'; at: string }
  | { kind: 'next' | 'unknown'; at: string; number: number }
  | { kind: 'accepted'; at: string; first: number; last: number; requests: number; items: number }
  | { kind: 'refused'; at: string; number: number; code: string | null };

type Job = Pick<
  ResendDetail,
  'state' | 'createdAt' | 'completedAt' | 'pausedUntil' | 'followedUntil' | 'requests' | 'problem'
>;

/** Entries of a job, newest first; consecutive accepted requests are one. `ahead`: the next attempt. */
export function activitiesOf(job: Job, now: number): { past: Activity[]; ahead: Activity | null } {
  const lines: Activity[] = [{ kind: 'scheduled', at: job.createdAt }];
  for (const request of job.requests) {
    const line = lineOf(request);
    if (line === null) continue;
    const last = lines.at(-1);
    if (line.kind === 'accepted' && last?.kind === 'accepted') {
      last.at = line.at;
      last.last = line.last;
      last.requests += 1;
      last.items += line.items;
    } else lines.push(line);
  }
  if (job.completedAt !== null && !isActive(job))
    lines.push({ kind: job.state as 'completed', at: job.completedAt });
  if (job.followedUntil !== null && Date.parse(job.followedUntil) <= now)
    lines.push({ kind: 'followed', at: job.followedUntil });
  return { past: lines.reverse(), ahead: aheadOf(job) };
}

function lineOf(request: ResendDetail['requests'][number]): Activity | null {
  const { number, state, accepted, transactions, code } = request;
  const at = request.endedAt ?? request.sentAt;
  if (at === null) return null;
  if (state === 'accepted') {
    const items = accepted ?? transactions;
    return { kind: 'accepted', at, first: number, last: number, requests: 1, items };
  }
  if (state === 'refused') return { kind: 'refused', at, number, code };
  return state === 'unknown' ? { kind: 'unknown', at, number } : null;
}

function aheadOf({ state, pausedUntil, requests }: Job): Activity | null {
  if (state !== 'paused' || pausedUntil === null) return null;
  const next = requests.find((request) => request.state === 'waiting' || request.state === 'planned');
  return next === undefined ? null : { kind: 'next', at: pausedUntil, number: next.number };
}

const STYLES: Record<Activity['kind'], { shape: StatusShape; tone: Tone }> = {
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

/** Activity log of the job, built from its requests; the next attempt is on top, dashed. */
export function ActivityPanel({ job, now }: { job: ResendDetail; now: number }) {
  const t = useTranslations('resends.activity');
  const labelOf = (entry: Activity) => {
    if (entry.kind === 'accepted') return t('accepted', { count: entry.requests, items: entry.items });
    if (entry.kind === 'refused') return t('refused', { number: entry.number, code: entry.code ?? '' });
    if (entry.kind === 'unknown' || entry.kind === 'next') return t(entry.kind, { number: entry.number });
    return entry.kind === 'scheduled' ? t('scheduled', { name: job.by.name }) : t(entry.kind);
  };
  const { past, ahead } = activitiesOf(job, now);
  const today = saoPauloDay(now);
  const line = (entry: Activity, future: boolean) => (
    <TimelineItem
      key={`${entry.kind} ${entry.at}`}
      {...STYLES[entry.kind]}
      future={future}
      what={labelOf(entry)}
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
