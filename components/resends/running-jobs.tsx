'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { ReadError } from '#components/list/read-error.tsx';
import { Button } from '#components/ui/button.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { cn } from '#components/ui/cn.ts';
import { panelVariants } from '#components/ui/panel.tsx';
import { serverClock } from '#lib/core/clock.ts';
import { formatInstant, type Locale, saoPauloDay } from '#lib/core/dates.ts';
import { isActive, partsOf, waitsForResults } from '#lib/resends/progress.ts';
import { allResends, type ResendLine, recentResendsOptions } from '#lib/resends/queries.ts';
import { JobBar, ResendBadge } from './resend-badge.tsx';
import { resendName, useScopeLabels } from './use-labels.ts';

const FRESH_MS = 15 * 60_000;
const MOST = 2;

/** Running jobs, and those that ended less than 15 minutes ago and still wait for results. */
export function RunningJobs() {
  const t = useTranslations('resends');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const mayResend = useCan('resend');
  const scopeLabel = useScopeLabels();
  const { data, dataUpdatedAt, error, refetch } = useQuery(recentResendsOptions(account));
  const now = serverClock.toServer(dataUpdatedAt);
  const isRecent = ({ completedAt, counts }: ResendLine) =>
    completedAt !== null && waitsForResults(counts) && now - Date.parse(completedAt) < FRESH_MS;
  const jobs = data?.items.filter((job) => isActive(job) || isRecent(job)).slice(0, MOST) ?? [];
  const timeOf = (at: string) =>
    formatInstant(locale, at, saoPauloDay(at) === saoPauloDay(now) ? 'time' : 'minute');
  return (
    <>
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {jobs.map((job) => (
        <section
          key={job.id}
          className={cn(panelVariants(), 'flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1')}
          aria-label={t('running.label', { name: resendName(job.number) })}
          title={t(isActive(job) ? 'running.by' : 'running.ended', {
            time: timeOf(job.createdAt),
            name: job.by.name,
          })}
        >
          <b>{t('name', { number: resendName(job.number) })}</b>
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
            aria-label={t('running.openLabel', { name: resendName(job.number) })}
          >
            {t('running.open')}
          </Link>
        </section>
      ))}
    </>
  );
}

/** Continue and cancel; hidden if the operator may not resend. */
export function JobActions({ job }: { job: ResendLine }) {
  const may = useCan('resend');
  if (!may || !isActive(job)) return null;
  return (
    <>
      {job.state === 'paused' && <Continue job={job} />}
      <CancelRest job={job} />
    </>
  );
}

const SHORT_WAIT_MS = 60_000;

/** In a rate limit's last minute, continuing is refused again; a longer wait is lifted (`continueResend`). */
function Continue({ job: { id, pauseReason, pausedUntil } }: { job: ResendLine }) {
  const t = useTranslations('resends');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const now = useNow(1000);
  const change = useOperation('POST /resends/{id}/continue', {
    params: { id },
    proof: 'none',
    stale: [allResends(account)],
  });
  const remainingMs = pausedUntil === null ? 0 : Date.parse(pausedUntil) - now;
  const early = pauseReason === 'rate_limited' && remainingMs > 0 && remainingMs <= SHORT_WAIT_MS;
  const reason =
    early && pausedUntil !== null
      ? t('pause.before', { time: formatInstant(locale, pausedUntil, 'time') })
      : change.error
        ? t('pause.notContinued')
        : null;
  return (
    <>
      {reason !== null && (
        <span className="text-xs text-ink-3" role="status">
          {reason}
        </span>
      )}
      <Button
        disabled={early}
        aria-busy={change.busy || undefined}
        variant={pausedUntil === null && pauseReason !== 'receiver_down' ? 'main' : 'plain'}
        onClick={() => void change.submit(undefined)}
      >
        {t(pauseReason === 'receiver_down' ? 'pause.begin' : 'continue')}
      </Button>
    </>
  );
}

function CancelRest({ job, small = false }: { job: ResendLine; small?: boolean }) {
  const t = useTranslations('resends.cancel');
  const account = useSession().account.slug;
  const [asking, setAsking] = useState(false);
  const change = useOperation('POST /resends/{id}/cancel', {
    params: { id: job.id },
    proof: 'none',
    stale: [allResends(account)],
    onDone: () => setAsking(false),
  });
  const { toSend, requested } = partsOf(job.counts);
  return (
    <>
      <Button variant={small ? 'plain' : 'danger'} size={small ? 'sm' : 'md'} onClick={() => setAsking(true)}>
        {t(small ? 'short' : 'button')}
      </Button>
      {asking && (
        <OperationForm
          form={change}
          onClose={() => setAsking(false)}
          title={t('title', { count: toSend })}
          confirm={t('confirm', { count: toSend })}
          closeLabel={t('close')}
          danger
        >
          <p>{t('description', { requested })}</p>
          <p>{t('after')}</p>
        </OperationForm>
      )}
    </>
  );
}
