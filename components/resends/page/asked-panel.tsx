'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Facts } from '#components/ui/facts.tsx';
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
      <Facts
        of={[
          {
            label: t('asked.by'),
            value: (
              <>
                {job.by.name}, <Instant at={job.createdAt} variant="minute" />
              </>
            ),
          },
          { label: t('asked.what'), value: words(job.scope, job.filter) },
          {
            label: t('asked.where'),
            value:
              typeof target === 'string'
                ? t('asked.registered', { id: shortId(target) })
                : t.rich('asked.callbackUrl', { id: (name) => <span className="mono">{name}</span> }),
          },
          { label: t('asked.preview'), value: t('asked.previewWords', { total: job.counts.total, out }) },
          { label: t('asked.amount'), value: <Money cents={job.amount} /> },
          { label: t('asked.rhythm'), value: t('asked.rhythmWords', { count: job.perMinute }) },
        ]}
      />
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
