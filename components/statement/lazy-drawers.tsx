'use client';

import { fetchNear } from '#components/ui/fetch-near.ts';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';

const fetchLine = () => import('./line-drawer.tsx');
const fetchDeposit = () => import('./deposits/deposit-drawer.tsx');

export const LineDrawer = lazySheet(async () => (await fetchLine()).LineDrawer);
export const DepositDrawer = lazySheet(async () => (await fetchDeposit()).DepositDrawer);

/** Called when pointer or focus come near. */
export const nearLines = fetchNear(fetchLine);
export const nearDeposits = fetchNear(fetchDeposit);
