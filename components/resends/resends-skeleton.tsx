'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { cn } from '#components/ui/cn.ts';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Page } from '#components/ui/page.tsx';
import { panelVariants } from '#components/ui/panel.tsx';
import { useResendTable } from './resends-view.tsx';

/** The list while its data loads. */
export function ResendsSkeleton() {
  const t = useTranslations('resends');
  return (
    <>
      <PageHead title={t('title')} />
      <Page layout="stack">
        <div className={cn(panelVariants(), 'overflow-hidden')}>
          <DataTable rows={undefined} {...useResendTable()} />
        </div>
      </Page>
    </>
  );
}
