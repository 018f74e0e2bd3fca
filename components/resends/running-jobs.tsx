'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { cn } from '#components/ui/cn.ts';
import { panelVariants } from '#components/ui/panel.tsx';
import { serverClock } from '#lib/core/clock.ts';
import { formatInstant, type Locale, saoPauloDay } from '#lib/core/dates.ts';
import { isActive, waitsForResults } from '#lib/resends/progress.ts';
import { type ResendLine, recentResendsOptions } from '#lib/resends/queries.ts';
import { CancelRest } from './page/job-actions.tsx';
import { JobBar, ResendBadge } from './resend-badge.tsx';
import { resendName, useScopeLabels } from './use-labels.ts';

const FRESH_MS = 15 * 60_000;
const MOST = 2;

/** Running jobs, and those that ended less than 15 minutes ago and still wait for results. */
export function RunningJobs() {
  const account = useSession().account.slug;
  const { data, dataUpdatedAt, error, refetch } = useQuery(recentResendsOptions(account));
  const now = serverClock.toServer(dataUpdatedAt);
  const recent = (job: ResendLine) =>
    job.completedAt !== null && waitsForResults(job.counts) && now - Date.parse(job.completedAt) < FRESH_MS;
  const shown = data?.items.filter((job) => isActive(job) || recent(job)).slice(0, MOST) ?? [];
  return (
    <>
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {shown.map((job) => (
        <RunningJob key={job.id} job={job} now={now} />
      ))}
    </>
  );
}

/** One job in one line: progress, a link to its page, and a cancel button. */
function RunningJob({ job, now }: { job: ResendLine; now: number }) {
  const t = useTranslations('resends');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const mayResend = useCan('resend');
  const scopeLabel = useScopeLabels();
  const name = resendName(job.number);
  const today = saoPauloDay(job.createdAt) === saoPauloDay(now);
  const time = formatInstant(locale, job.createdAt, today ? 'time' : 'minute');
  return (
    <section
      className={cn(panelVariants(), 'flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1')}
      aria-label={t('running.label', { name })}
      title={t(isActive(job) ? 'running.by' : 'running.ended', { time, name: job.by.name })}
    >
      <b>{t('name', { number: name })}</b>
      <span className="min-w-0 max-w-full truncate text-(length:--text-xs) text-ink-3">
        {scopeLabel(job.scope, job.filter)}
      </span>
      <div className="min-w-24 flex-1 basis-24">
        <JobBar counts={job.counts} />
      </div>
      <ResendBadge job={job} until />
      {mayResend && isActive(job) && <CancelRest job={job} small />}
      <Link
        href={`/${account}/resends/${encodeURIComponent(job.id)}`}
        aria-label={t('running.openLabel', { name })}
      >
        {t('running.open')}
      </Link>
    </section>
  );
}
