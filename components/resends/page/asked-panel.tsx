'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { leftOut } from '#lib/resends/progress.ts';
import type { ResendDetail } from '#lib/resends/queries.ts';
import { LeftOut } from '../left-out.tsx';
import { useScopeLabels } from '../use-labels.ts';

/** Author and scope of the job, and the transactions left out. */
export function AskedPanel({ job }: { job: ResendDetail }) {
  const t = useTranslations('resends');
  const locale = useLocale() as Locale;
  const words = useScopeLabels();
  const out = leftOut(job.counts).reduce((sum, { count }) => sum + count, 0);
  const target = job.filter.webhookId;
  return (
    <Panel title={t('asked.title')}>
      <dl className="facts">
        <dt>{t('asked.by')}</dt>
        <dd>
          {job.by.name}, <Instant at={job.createdAt} variant="minute" />
        </dd>
        <dt>{t('asked.what')}</dt>
        <dd className="whitespace-normal">{words(job.scope, job.filter)}</dd>
        <dt>{t('asked.where')}</dt>
        <dd>
          {typeof target === 'string'
            ? t('asked.registered', { id: shortId(target) })
            : t.rich('asked.callbackUrl', { id: (name) => <span className="mono">{name}</span> })}
        </dd>
        <dt>{t('asked.preview')}</dt>
        <dd>{t('asked.previewWords', { total: job.counts.total, out })}</dd>
        <dt>{t('asked.amount')}</dt>
        <dd>
          <Money cents={job.amount} />
        </dd>
        <dt>{t('asked.rhythm')}</dt>
        <dd>{t('asked.rhythmWords', { count: job.perMinute })}</dd>
      </dl>
      {out > 0 && (
        <div className="mt-1.5 border-t border-line pt-1.5">
          <LeftOut counts={job.counts} />
        </div>
      )}
      {job.indexFrom !== null && (
        <p className="mt-1.5 text-xs text-ink-3">
          {t('asked.indexFrom', { day: formatInstant(locale, job.indexFrom, 'day') })}
        </p>
      )}
    </Panel>
  );
}
