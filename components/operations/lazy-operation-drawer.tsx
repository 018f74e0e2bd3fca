'use client';

import { fetchNear } from '#components/ui/fetch-near.ts';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';

const fetchDrawer = () => import('./operation-drawer.tsx');

export const OperationDrawer = lazySheet(async () => (await fetchDrawer()).OperationDrawer);

/** Called when pointer or focus come near. */
export const nearOperations = fetchNear(fetchDrawer);
