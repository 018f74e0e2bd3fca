'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { formatInstant, type Locale, saoPauloDay } from '#lib/dates.ts';
import { isActive } from '#lib/resends/progress.ts';
import type { ResendLine } from '#lib/resends/queries.ts';
import { JobBar, JobLegend } from './job-bar.tsx';
import { CancelRest } from './page/job-actions.tsx';
import { ResendBadge } from './resend-badge.tsx';
import styles from './resends.module.css';
import { resendName, useScopeLabels } from './use-labels.ts';

/** How far one job is, with the way to its page and the one to stop it. */
export function RunningJob({ job, now }: { job: ResendLine; now: number }) {
  const t = useTranslations('resends');
  const locale = useLocale() as Locale;
  const account = useSession().account.slug;
  const mayResend = useCan('resend');
  const words = useScopeLabels();
  const name = resendName(job.number);
  const today = saoPauloDay(job.createdAt) === saoPauloDay(now);
  const time = formatInstant(locale, job.createdAt, today ? 'time' : 'minute');
  return (
    <section className="panel" aria-label={t('running.label', { name })}>
      <div className={styles.job}>
        <div className={styles.jobHead}>
          <b>{t('name', { number: name })}</b>
          <span className={styles.what}>{words(job.scope, job.filter)}</span>
          <span className="flex-1" />
          <ResendBadge job={job} until />
          {mayResend && isActive(job) && <CancelRest job={job} small />}
        </div>
        <JobBar counts={job.counts} />
        <JobLegend counts={job.counts} />
      </div>
      <footer className={styles.jobFoot}>
        <span className="flex-1">
          {t(isActive(job) ? 'running.by' : 'running.ended', { time, name: job.by.name })}
        </span>
        <Link
          href={`/${account}/resends/${encodeURIComponent(job.id)}`}
          aria-label={t('running.openLabel', { name })}
        >
          {t('running.open')}
        </Link>
      </footer>
    </section>
  );
}
