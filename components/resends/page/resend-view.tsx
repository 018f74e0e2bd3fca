'use client';

import { useQuery } from '@tanstack/react-query';
import { scaleLinear } from '@visx/scale';
import { useLocale, useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { QueryBody } from '#components/list/query-body.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { Chart } from '#components/ui/chart.tsx';
import { shortId } from '#components/ui/copy-button.tsx';
import { DrawerLayout } from '#components/ui/drawer.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { EmptyState, Panel } from '#components/ui/panel.tsx';
import { CallError } from '#lib/api/client.ts';
import { readAt, serverClock } from '#lib/core/clock.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { Start } from '#lib/resends/choice.ts';
import { type Bar, histogramOf, isActive, leftOut, medianWait } from '#lib/resends/progress.ts';
import { type ResendDetail, resendOptions } from '#lib/resends/queries.ts';
import { LeftOut, ResendBadge } from '../resend-badge.tsx';
import { JobActions } from '../running-jobs.tsx';
import { resendName, useScopeLabels } from '../use-labels.ts';
import { useStart } from '../use-start.tsx';
import { RequestWindows } from '../windows.tsx';
import { ActivityPanel } from './activity-panel.tsx';
import { ItemsPanel } from './items-panel.tsx';
import { FailuresPanel, JobCallouts } from './job-callouts.tsx';
import { JobColumns, ProgressPanel, ResendSkeleton } from './progress-panel.tsx';

/** One resend: the request, its progress and its results. */
export function ResendView({ id }: { id: string }) {
  const t = useTranslations('resends');
  const account = useSession().account.slug;
  const query = useQuery(resendOptions(account, id));
  const { data: job, error, dataUpdatedAt } = query;
  const { setStart, sheet } = useStart();
  if (error instanceof CallError && error.problem.code === 'not_found')
    return (
      <>
        <PageHead title={t('title')} />
        <Page>
          <EmptyState
            framed
            title={t('notFound')}
            action={<LinkButton href={`/${account}/resends`}>{t('back')}</LinkButton>}
          >
            {t('notFoundHint')}
          </EmptyState>
        </Page>
      </>
    );
  if (job === undefined && error === null) return <ResendSkeleton />;
  const asOf = readAt(dataUpdatedAt);
  return (
    <PageFrame>
      <DrawerLayout size="sheet" drawer={sheet}>
        <PageHead
          title={job ? t('name', { number: resendName(job.number) }) : t('title')}
          back={{ href: `/${account}/resends`, label: t('back') }}
          asOf={asOf}
          live={error === null}
          note={job && <ResendBadge job={job} />}
        >
          {job && <JobActions job={job} />}
        </PageHead>
        <Page layout="stack">
          <QueryBody query={query} asOf={asOf}>
            {(read) => <Parts job={read} now={serverClock.toServer(dataUpdatedAt)} onStart={setStart} />}
          </QueryBody>
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}

function Parts({ job, now, onStart }: { job: ResendDetail; now: number; onStart: (start: Start) => void }) {
  const mayResend = useCan('resend');
  const again = mayResend && !isActive(job) ? onStart : null;
  return (
    <JobColumns
      main={
        <>
          <ProgressPanel job={job} />
          <JobCallouts job={job} now={now} onStart={mayResend ? onStart : null} />
          <WindowsPanel job={job} />
          <ItemsPanel job={job} onStart={again} />
        </>
      }
      side={
        <>
          <RequestPanel job={job} />
          <AfterPanel job={job} />
          {job.counts.failed > 0 && <FailuresPanel job={job} onStart={again} />}
          <ActivityPanel job={job} now={now} />
        </>
      }
    />
  );
}

const HEIGHT = 46;

/** Distribution of the delivery times, from the delivery history. */
function AfterPanel({ job }: { job: ResendDetail }) {
  const t = useTranslations('resends.after');
  const locale = useLocale() as Locale;
  const bars = histogramOf(job.waits);
  const count = job.waits.reduce((sum, wait) => sum + wait.count, 0);
  const until = job.followedUntil;
  const note = until === null ? t('note') : t('until', { time: formatInstant(locale, until, 'minute') });
  const y = scaleLinear<number>({
    domain: [0, Math.max(...bars.map((bar) => bar.count))],
    range: [HEIGHT, 0],
  });
  return (
    <Panel title={t('title')} action={<span className="cap">{note}</span>}>
      {bars.length === 0 ? (
        <p className="text-xs text-ink-3">{t('none')}</p>
      ) : (
        <>
          <Chart
            keys={bars.map(({ from }) => String(from))}
            width={240}
            height={HEIGHT + 1}
            gap={2}
            stretch
            svgClassName="block h-15.5 w-full"
            series={[
              {
                shape: 'bar',
                values: bars.map((bar) => bar.count),
                y,
                least: 0.5,
                className: 'fill-ok-line forced-color-adjust-none',
              },
            ]}
            baseline={HEIGHT + 0.5}
            ruleClassName="stroke-line-strong"
            caption={t('chart', { count, seconds: medianWait(job.waits) ?? 0 })}
            columns={[t('table'), t('count')]}
            rows={bars.map(({ from, to, open, ...bar }) => [
              open ? t('barOpen', { from }) : t('bar', { from, to }),
              bar.count,
            ])}
          />
          <div className="mb-2 flex justify-between text-2xs text-ink-3" aria-hidden="true">
            {ticksOf(bars).map((seconds) => (
              <span key={seconds}>{t('seconds', { seconds })}</span>
            ))}
          </div>
          <p className="text-xs text-ink-3">{t('description', { count })}</p>
        </>
      )}
    </Panel>
  );
}

/** Start, middle and end of the axis, in seconds; at most three bars have no middle. */
function ticksOf(bars: readonly Bar[]): number[] {
  const middle = bars.length > 3 ? [bars[Math.floor(bars.length / 2)]?.from ?? 0] : [];
  return [0, ...middle, bars.at(-1)?.to ?? 0];
}

function WindowsPanel({ job }: { job: ResendDetail }) {
  const t = useTranslations('resends.windows');
  if (job.requestsTotal === 0) return null;
  const single = job.requests.every(({ route }) => route === 'transaction');
  const title = t(single ? 'titleSingle' : 'title', { count: job.requestsTotal });
  return (
    <Panel title={title} note={single ? undefined : t('note')}>
      <RequestWindows label={title} of={job} />
    </Panel>
  );
}

/** Author and scope of the job, and the excluded transactions. */
function RequestPanel({ job }: { job: ResendDetail }) {
  const t = useTranslations('resends');
  const locale = useLocale() as Locale;
  const scopeOf = useScopeLabels();
  const out = leftOut(job.counts).reduce((sum, { count }) => sum + count, 0);
  const target = job.filter.webhookId;
  return (
    <Panel title={t('request.title')}>
      <Facts
        of={[
          {
            label: t('request.by'),
            value: (
              <>
                {job.by.name}, <Instant at={job.createdAt} variant="minute" />
              </>
            ),
          },
          { label: t('request.what'), value: scopeOf(job.scope, job.filter) },
          {
            label: t('request.where'),
            value:
              typeof target === 'string'
                ? t('request.registered', { id: shortId(target) })
                : t.rich('request.callbackUrl', { id: (name) => <span className="mono">{name}</span> }),
          },
          {
            label: t('request.preview'),
            value: t('request.previewDescription', { total: job.counts.total, out }),
          },
          { label: t('request.amount'), value: <Money cents={job.amount} /> },
          { label: t('request.rhythm'), value: t('request.rhythmDescription', { count: job.perMinute }) },
        ]}
      />
      {out > 0 && (
        <div className="mt-1.5 border-t border-line pt-1.5">
          <LeftOut counts={job.counts} />
        </div>
      )}
      {job.indexFrom !== null && (
        <p className="mt-1.5 text-xs text-ink-3">
          {t('request.indexFrom', { day: formatInstant(locale, job.indexFrom, 'day') })}
        </p>
      )}
    </Panel>
  );
}
