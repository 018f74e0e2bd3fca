'use client';

import { laterSheet } from '#components/ui/later-sheet.tsx';

const fetchDrawer = () => import('./detail/payment-drawer.tsx');

export const PaymentDrawer = laterSheet(async () => (await fetchDrawer()).PaymentDrawer);

/** Called when pointer or focus come near. */
export const nearPayments = () => void fetchDrawer().catch(() => {});
