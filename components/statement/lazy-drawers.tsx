'use client';

import { fetchNear } from '#components/ui/fetch-near.ts';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';

export const LineDrawer = lazySheet(async () => (await import('./line-drawer.tsx')).LineDrawer);
export const DepositDrawer = lazySheet(
  async () => (await import('./deposits/deposit-drawer.tsx')).DepositDrawer,
);

/** Called when pointer or focus come near. */
export const nearLines = fetchNear(LineDrawer);
export const nearDeposits = fetchNear(DepositDrawer);
