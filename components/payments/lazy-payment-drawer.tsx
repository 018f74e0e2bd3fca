'use client';

import { fetchNear } from '#components/ui/fetch-near.ts';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';

export const PaymentDrawer = lazySheet(
  async () => (await import('./detail/payment-drawer.tsx')).PaymentDrawer,
);

/** Called when pointer or focus come near. */
export const nearPayments = fetchNear(PaymentDrawer);
