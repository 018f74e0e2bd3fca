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

const BAR = 'px-panel pb-3 first:pt-panel';
const FIGURES =
  'grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] border-line border-t max-wide:grid-cols-2';

/** Reason of a pause, the progress bar, and the counts with their share of the whole. */
export function ProgressPanel({ job }: { job: ResendDetail }) {
  const t = useTranslations('resends.parts');
  const parts = partsOf(job.counts);
  const requests = requestsLeft(job.requests, job.requestsTotal) ?? 0;
  const going = job.state === 'running' || job.state === 'queued' || job.pausedUntil !== null;
  const stopped = job.state === 'cancelled' || job.state === 'failed';
  const half = medianWait(job.waits);
  const unsent = stopped ? t('notSent') : requests > 0 && t('requests', { count: requests });
  return (
    <section className={cn(panelVariants(), 'overflow-hidden')} aria-label={t('label')}>
      {job.state === 'paused' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-panel pt-panel pb-2">
          <PauseNotice job={job} />
        </div>
      )}
      <div className={BAR}>
        <JobBar counts={job.counts} big />
        <div className="mt-1 flex flex-wrap justify-between gap-x-4 text-xs text-ink-3">
          <span>
            {t.rich('requested', {
              requested: parts.requested,
              whole: parts.whole,
              b: (text) => <b>{text}</b>,
            })}
          </span>
          {going && requests > 0 && (
            <span>{t('timeLeft', { minutes: minutesFor(requests, job.perMinute) })}</span>
          )}
        </div>
      </div>
      <dl className={FIGURES}>
        <Part part="delivered" kind="ok" parts={parts} note={half !== null && t('half', { seconds: half })} />
        <Part part="waiting" kind="idle" parts={parts} note={parts.waiting > 0 && t('noResult')} />
        <Part part="failed" kind="danger" parts={parts} note={parts.failed > 0 && t('keepsTrying')} />
        <Part
          part="toSend"
          kind={stopped ? 'cancelled' : 'expired'}
          parts={parts}
          note={parts.toSend > 0 && unsent}
        />
        {parts.unknown > 0 && <Part part="unknown" kind="unknown" parts={parts} />}
        {parts.notTaken > 0 && <Part part="notTaken" kind="cancelled" parts={parts} />}
      </dl>
    </section>
  );
}

type PartName = Exclude<keyof Parts, 'whole' | 'requested'>;
function PartFigure({ part, label, children }: { part: PartName; label: ReactNode; children: ReactNode }) {
  return (
    <div
      className={`min-w-0 border-t-4 border-r border-t-(color:--part) border-r-line px-panel py-2 last:border-r-0 max-wide:even:border-r-0 ${partColour({ part })}`}
    >
      <dt>{label}</dt>
      <dd className="font-semibold text-ink text-xl tracking-[-0.01em]">{children}</dd>
    </div>
  );
}

type PartProps = { part: PartName; kind: StatusKind; parts: Parts; note?: string | false };

function Part({ part, kind, parts, note }: PartProps) {
  const t = useTranslations('resends.parts');
  const locale = useLocale();
  const count = parts[part];
  const share = (count / parts.whole).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <PartFigure
      part={part}
      label={
        <Status kind={kind} calm={count === 0} className="text-xs whitespace-normal">
          {t(part)}
        </Status>
      }
    >
      {count.toLocaleString(locale)}
      <small className="block text-xs font-normal tracking-normal text-ink-3">
        {[parts.whole > 0 && share, note].filter(Boolean).join(' · ')}
      </small>
    </PartFigure>
  );
}

/** The two columns of a resend's page. */
export function JobColumns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_20.5rem] items-start gap-4 max-drawer:grid-cols-1">
      <div className="grid grid-cols-1 content-start gap-4">{main}</div>
      <div className="grid grid-cols-1 content-start gap-4">{side}</div>
    </div>
  );
}

/** The page while its data loads. */
export function ResendSkeleton() {
  const t = useTranslations('resends');
  return (
    <>
      <PageHead title={t('title')} />
      <Page layout="stack" aria-busy="true">
        <span className="sr-only">{t('loading')}</span>
        <JobColumns
          main={
            <>
              <section className={cn(panelVariants(), 'overflow-hidden')} aria-label={t('parts.label')}>
                <div className={BAR}>
                  <div className={barFrame({ big: true })} />
                </div>
                <dl className={FIGURES}>
                  {(['delivered', 'waiting', 'failed', 'toSend'] as const).map((part) => (
                    <PartFigure
                      key={part}
                      part={part}
                      label={<span className="block text-xs">{t(`parts.${part}`)}</span>}
                    >
                      <Skeleton width="3.5rem" />
                    </PartFigure>
                  ))}
                </dl>
              </section>
              <Panel title={t('items.title')} padded={false}>
                <DataTable rows={undefined} waiting={6} {...useItemTable()} />
              </Panel>
            </>
          }
          side={(['request', 'after', 'activity'] as const).map((part) => (
            <Panel key={part} title={t(`${part}.title`)}>
              <Skeleton width="80%" />
            </Panel>
          ))}
        />
      </Page>
    </>
  );
}
