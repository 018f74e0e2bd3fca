'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/shell/page-head.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { useResendTable } from './resend-rows.tsx';

/** The list's own form, its values still to come. */
export function ResendsSkeleton() {
  const t = useTranslations('resends');
  return (
    <>
      <PageHead title={t('title')} />
      <div className="page stack">
        <div className="panel overflow-hidden">
          <DataTable rows={undefined} {...useResendTable()} />
        </div>
      </div>
    </>
  );
}
