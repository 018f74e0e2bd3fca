'use client';

import { laterSheet } from '#components/ui/later-sheet.tsx';

const fetchLine = () => import('./line-drawer.tsx');
const fetchDeposit = () => import('./deposits/deposit-drawer.tsx');

export const LineDrawer = laterSheet(async () => (await fetchLine()).LineDrawer);
export const DepositDrawer = laterSheet(async () => (await fetchDeposit()).DepositDrawer);

/** Called when pointer or focus come near. */
export const nearLines = () => void fetchLine().catch(() => {});
export const nearDeposits = () => void fetchDeposit().catch(() => {});
