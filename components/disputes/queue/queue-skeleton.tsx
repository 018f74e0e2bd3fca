'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { cn } from '#components/ui/cn.ts';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Page } from '#components/ui/page.tsx';
import { panelVariants } from '#components/ui/panel-variants.ts';
import { QueueFacets } from './queue-facets.tsx';
import { QUEUE_PAGE, useQueueTable } from './queue-panel.tsx';

const nothing = () => undefined;

/** The page's own form, its values still to come. */
export function QueueSkeleton() {
  const t = useTranslations('disputes');
  return (
    <>
      <PageHead title={t('title')} />
      <Page className={QUEUE_PAGE}>
        <QueueFacets sums={undefined} state="open" onState={nothing} />
        <div className={cn(panelVariants(), 'overflow-hidden')}>
          <DataTable rows={undefined} {...useQueueTable('open')} />
        </div>
      </Page>
    </>
  );
}
