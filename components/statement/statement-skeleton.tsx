'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { PageFrame } from '#components/ui/page.tsx';
import { RowsWaiting, SCROLLER } from './statement-table.tsx';

/** The page's own form, its values still to come. */
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
