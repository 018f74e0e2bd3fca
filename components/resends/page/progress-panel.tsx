'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { cn } from '#components/ui/cn.ts';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Page } from '#components/ui/page.tsx';
import { Panel, panelVariants } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Status, type StatusKind } from '#components/ui/status.tsx';
import { medianWait, minutesFor, type Parts, partsOf, requestsLeft } from '#lib/resends/progress.ts';
import type { ResendDetail } from '#lib/resends/queries.ts';
import { barFrame, JobBar, partColour } from '../resend-badge.tsx';
import { PauseNotice } from '../windows.tsx';
import { useItemTable } from './items-panel.tsx';

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

function BarPlaceholder({ children }: { children: ReactNode }) {
  return <div className="px-panel pb-3 first:pt-panel">{children}</div>;
}

function PartFigures({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] border-line border-t max-wide:grid-cols-2">
      {children}
    </dl>
  );
}

type FigureProps = { part: PartName; label: ReactNode; children: ReactNode };

function PartFigure({ part, label, children }: FigureProps) {
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

const PARTS = ['delivered', 'waiting', 'failed', 'toSend'] as const;

/** The page while its data loads. */
export function ResendSkeleton() {
  const t = useTranslations('resends');
  return (
    <>
      <PageHead title={t('title')} />
      <Page layout="stack" aria-busy="true">
        <span className="sr-only">{t('loading')}</span>
        <div className="grid grid-cols-[minmax(0,1fr)_20.5rem] items-start gap-4 max-drawer:grid-cols-1">
          <div className="grid grid-cols-1 content-start gap-4">
            <section className={cn(panelVariants(), 'overflow-hidden')} aria-label={t('parts.label')}>
              <BarPlaceholder>
                <div className={barFrame({ big: true })} />
              </BarPlaceholder>
              <PartFigures>
                {PARTS.map((part) => (
                  <PartFigure
                    key={part}
                    part={part}
                    label={<span className="block text-xs">{t(`parts.${part}`)}</span>}
                  >
                    <Skeleton width="3.5rem" />
                  </PartFigure>
                ))}
              </PartFigures>
            </section>
            <Panel title={t('items.title')} padded={false}>
              <DataTable rows={undefined} waiting={6} {...useItemTable()} />
            </Panel>
          </div>
          <div className="grid grid-cols-1 content-start gap-4">
            {(['asked', 'after', 'activity'] as const).map((part) => (
              <Panel key={part} title={t(`${part}.title`)}>
                <Skeleton width="80%" />
              </Panel>
            ))}
          </div>
        </div>
      </Page>
    </>
  );
}
