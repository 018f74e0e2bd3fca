'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { cn } from '#components/ui/cn.ts';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Page } from '#components/ui/page.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { QueueFacets } from './queue-facets.tsx';
import { QUEUE_BAR, QUEUE_PAGE, useQueueTable } from './queue-panel.tsx';

const nothing = () => undefined;
const OPEN = { state: 'open', assignee: null, due: null } as const;

/** The page while its data loads. */
export function QueueSkeleton() {
  const t = useTranslations('disputes');
  return (
    <>
      <PageHead title={t('title')} />
      <Page className={QUEUE_PAGE}>
        <div className={`${QUEUE_BAR} h-control`} />
        <QueueFacets sums={undefined} filter={OPEN} onChoose={nothing} />
        <div className={cn(panelVariants(), 'overflow-hidden')}>
          <DataTable rows={undefined} {...useQueueTable('open')} />
        </div>
      </Page>
    </>
  );
}
