'use client';

import { fetchNear } from '#components/ui/fetch-near.ts';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';

const fetchDrawer = () => import('./detail/payment-drawer.tsx');

export const PaymentDrawer = lazySheet(async () => (await fetchDrawer()).PaymentDrawer);

/** Called when pointer or focus come near. */
export const nearPayments = fetchNear(fetchDrawer);
