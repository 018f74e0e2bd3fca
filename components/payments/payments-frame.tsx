'use client';

import type { ReactNode } from 'react';
import { OperationDrawer } from '#components/operations/operation-drawer.tsx';
import { useRowOpens } from '#components/shell/use-row-opens.ts';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import type { PaymentPage } from '#lib/payments/rules.ts';
import { PaymentDrawer } from './detail/payment-drawer.tsx';
import type { Beside } from './list/use-payment-filters.ts';

type Props = { page: PaymentPage; beside: Beside; children: ReactNode };

/** A page of payments with the payment or the operation that is open beside it. */
export function PaymentsFrame({ page, beside, children }: Props) {
  const { open, op, close } = beside;
  useRowOpens();
  const drawer =
    open !== null ? (
      <PaymentDrawer key={open} page={page} id={open} onClose={close} />
    ) : op !== null ? (
      <OperationDrawer key={op} id={op} onClose={close} />
    ) : undefined;
  return (
    <div className="page-fill">
      <DrawerLayout drawer={drawer}>{children}</DrawerLayout>
    </div>
  );
}
