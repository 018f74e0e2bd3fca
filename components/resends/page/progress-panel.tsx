'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { cn } from '#components/ui/cn.ts';
import { panelVariants } from '#components/ui/panel.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import { medianWait, minutesFor, type Parts, partsOf, requestsLeft } from '#lib/resends/progress.ts';
import type { ResendDetail } from '#lib/resends/queries.ts';
import { PauseNotice } from '../pause-text.tsx';
import { JobBar, partColour } from '../resend-badge.tsx';

/** Reason of a pause, the progress bar, and the counts with their share of the whole. */
export function ProgressPanel({ job }: { job: ResendDetail }) {
  const t = useTranslations('resends.parts');
  const parts = partsOf(job.counts);
  const requestsRemaining = requestsLeft(job.requests, job.requestsTotal);
  const going = job.state === 'running' || job.state === 'queued' || job.pausedUntil !== null;
  return (
    <section className={cn(panelVariants(), 'overflow-hidden')} aria-label={t('label')}>
      {job.state === 'paused' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-panel pt-panel pb-2">
          <PauseNotice job={job} />
        </div>
      )}
      <BarPlaceholder>
        <JobBar counts={job.counts} big />
        <div className="mt-1 flex flex-wrap justify-between gap-x-4 text-xs text-ink-3">
          <span>
            {t.rich('asked', {
              asked: parts.asked,
              whole: parts.whole,
              b: (words) => <b>{words}</b>,
            })}
          </span>
          {going && requestsRemaining !== null && requestsRemaining > 0 && (
            <span>{t('timeLeft', { minutes: minutesFor(requestsRemaining, job.perMinute) })}</span>
          )}
        </div>
      </BarPlaceholder>
      <PartFigures>
        <Delivered job={job} parts={parts} />
        <Part part="waiting" kind="idle" parts={parts} note={parts.waiting > 0 ? t('noResult') : null} />
        <Part part="failed" kind="danger" parts={parts} note={parts.failed > 0 ? t('keepsTrying') : null} />
        <ToSend job={job} parts={parts} remaining={requestsRemaining} />
        {parts.unknown > 0 && <Part part="unknown" kind="unknown" parts={parts} note={null} />}
        {parts.notTaken > 0 && <Part part="notTaken" kind="cancelled" parts={parts} note={null} />}
      </PartFigures>
    </section>
  );
}

export function BarPlaceholder({ children }: { children: ReactNode }) {
  return <div className="px-panel pb-3 first:pt-panel">{children}</div>;
}

export function PartFigures({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] border-line border-t max-wide:grid-cols-2">
      {children}
    </dl>
  );
}

type FigureProps = { part: PartName; label: ReactNode; children: ReactNode };

export function PartFigure({ part, label, children }: FigureProps) {
  return (
    <div
      className={`min-w-0 border-t-4 border-r border-t-(color:--part) border-r-line px-panel py-2 last:border-r-0 max-wide:even:border-r-0 ${partColour({ part })}`}
    >
      <dt>{label}</dt>
      <dd className="font-semibold text-ink text-xl tracking-[-0.01em]">{children}</dd>
    </div>
  );
}

type PartName = Exclude<keyof Parts, 'whole' | 'asked'>;
type PartProps = { part: PartName; kind: StatusKind; parts: Parts; note: string | null };

function Part({ part, kind, parts, note }: PartProps) {
  const t = useTranslations('resends.parts');
  const locale = useLocale();
  const share =
    parts.whole === 0
      ? null
      : (parts[part] / parts.whole).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <PartFigure
      part={part}
      label={
        <Status kind={kind} calm={parts[part] === 0} className="text-xs whitespace-normal">
          {t(part)}
        </Status>
      }
    >
      {parts[part].toLocaleString(locale)}
      <small className="block text-xs font-normal tracking-normal text-ink-3">
        {[share, note].filter(Boolean).join(' · ')}
      </small>
    </PartFigure>
  );
}

function Delivered({ job, parts }: { job: ResendDetail; parts: Parts }) {
  const t = useTranslations('resends.parts');
  const half = medianWait(job.waits);
  const note = half === null ? null : t('half', { seconds: half });
  return <Part part="delivered" kind="ok" parts={parts} note={note} />;
}

function ToSend({ job, parts, remaining }: { job: ResendDetail; parts: Parts; remaining: number | null }) {
  const t = useTranslations('resends.parts');
  const ended = job.state === 'cancelled' || job.state === 'failed';
  const count = remaining !== null && remaining > 0 ? t('requests', { count: remaining }) : null;
  const note = parts.toSend === 0 ? null : ended ? t('notSent') : count;
  return <Part part="toSend" kind={ended ? 'cancelled' : 'expired'} parts={parts} note={note} />;
}
