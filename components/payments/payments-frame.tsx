'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import type { ComponentType, ReactNode } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { type SheetRoute, useRowOpens } from '#components/list/use-drawer-route.ts';
import { OperationDrawer } from '#components/operations/operation-drawer.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { DrawerLayout, DrawerPlaceholder } from '#components/ui/drawer.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { usePaymentTable } from './list/payment-rows.tsx';

const PaymentDrawer = dynamic(async () => (await import('./detail/payment-drawer.tsx')).PaymentDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

type Props = {
  page: PaymentPage;
  route: SheetRoute;
  /** The sheet for a new payment; false for operators who may not request one. */
  sheet: ReactNode;
  /** The payment drawer, where the account has more data than the page's own routes. */
  drawer?: ComponentType<{ id: string; onClose: () => void }> | undefined;
  children: ReactNode;
};

/** A page of payments with its drawer or sheet. */
export function PaymentsFrame({ page, route, sheet, drawer: Own, children }: Props) {
  const { open, op, close } = route;
  useRowOpens(close);
  const payment = (id: string) =>
    Own === undefined ? (
      <PaymentDrawer key={id} page={page} id={id} onClose={close} />
    ) : (
      <Own key={id} id={id} onClose={close} />
    );
  const operation = op === null ? undefined : <OperationDrawer key={op} id={op} onClose={close} />;
  const record = open === null ? operation : payment(open);
  const sheetOpen = route.sheet && sheet !== false;
  return (
    <PageFrame>
      <DrawerLayout room={sheetOpen ? 'sheet' : 'drawer'} drawer={sheetOpen ? sheet : record}>
        {children}
      </DrawerLayout>
    </PageFrame>
  );
}

/** Placeholder of the page while it is fetched. */
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
