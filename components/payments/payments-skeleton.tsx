'use client';

import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { usePaymentTable } from './list/payment-rows.tsx';

/** The page's own frame while it is fetched. */
export function PaymentsSkeleton({ page }: { page: PaymentPage }) {
  const t = useTranslations('payments');
  return (
    <PageFrame>
      <PageHead title={t(`${page}.title`)} />
      <Page layout="stack">
        <Panel title={t(`list.${page}.title`)} padded={false} busy>
          <DataTable rows={undefined} {...usePaymentTable(page)} />
        </Panel>
      </Page>
    </PageFrame>
  );
}
