'use client';

import { useTranslations } from 'next-intl';
import { Panel } from '#components/ui/panel.tsx';
import type { ResendDetail } from '#lib/resends/queries.ts';
import { RequestWindows } from '../windows.tsx';

/** The requests of the job, in the order they go. */
export function WindowsPanel({ job }: { job: ResendDetail }) {
  const t = useTranslations('resends.windows');
  if (job.requestsTotal === 0) return null;
  const single = job.requests.every(({ route }) => route === 'transaction');
  const title = t(single ? 'titleSingle' : 'title', { count: job.requestsTotal });
  return (
    <Panel title={title} note={single ? undefined : t('note')}>
      <RequestWindows
        label={title}
        requests={job.requests}
        total={job.requestsTotal}
        pausedUntil={job.pausedUntil}
      />
    </Panel>
  );
}
