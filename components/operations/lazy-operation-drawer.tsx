'use client';

import { fetchNear } from '#components/ui/fetch-near.ts';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';

export const OperationDrawer = lazySheet(
  async () => (await import('./operation-drawer.tsx')).OperationDrawer,
);

/** Called when pointer or focus come near. */
export const nearOperations = fetchNear(OperationDrawer);
