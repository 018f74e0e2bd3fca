'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { PageFrame } from '#components/ui/page.tsx';
import { RowsWaiting, SCROLLER } from './statement-table.tsx';

/** The page while its data loads. */
export function StatementSkeleton() {
  const t = useTranslations('statement');
  return (
    <PageFrame>
      <PageHead title={t('title')} />
      <div className={SCROLLER}>
        <RowsWaiting />
      </div>
    </PageFrame>
  );
}
