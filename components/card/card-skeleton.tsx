'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { useChargeTable } from './charges/charge-rows.tsx';

export function CardSkeleton() {
  const t = useTranslations('card');
  return (
    <PageFrame>
      <PageHead title={t('title')} />
      <Page>
        <Panel title={t('list.title')} padded={false}>
          <DataTable rows={undefined} {...useChargeTable()} />
        </Panel>
      </Page>
    </PageFrame>
  );
}
