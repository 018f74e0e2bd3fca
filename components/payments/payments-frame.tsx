'use client';

import dynamic from 'next/dynamic';
import type { ComponentType, ReactNode } from 'react';
import { useRowOpens } from '#components/list/use-row-opens.ts';
import type { SheetRoute } from '#components/list/use-sheet-route.ts';
import { OperationDrawer } from '#components/operations/operation-drawer.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { DrawerPlaceholder } from '#components/ui/drawer-placeholder.tsx';
import { PageFrame } from '#components/ui/page.tsx';
import type { PaymentPage } from '#lib/payments/rules.ts';

const PaymentDrawer = dynamic(async () => (await import('./detail/payment-drawer.tsx')).PaymentDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

type Props = {
  page: PaymentPage;
  route: SheetRoute;
  /** The sheet for a new payment; false for who may ask for none. */
  sheet: ReactNode;
  /** Drawer of a payment, when the account tells more of it than its page's routes. */
  drawer?: ComponentType<{ id: string; onClose: () => void }> | undefined;
  children: ReactNode;
};

/** A page of payments with what is open beside it. */
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
  const asks = route.sheet && sheet !== false;
  return (
    <PageFrame>
      <DrawerLayout room={asks ? 'sheet' : 'drawer'} drawer={asks ? sheet : record}>
        {children}
      </DrawerLayout>
    </PageFrame>
  );
}
