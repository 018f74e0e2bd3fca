'use client';

import { laterSheet } from '#components/ui/later-sheet.tsx';

const fetchDrawer = () => import('./operation-drawer.tsx');

export const OperationDrawer = laterSheet(async () => (await fetchDrawer()).OperationDrawer);

/** Called when pointer or focus come near. */
export const nearOperations = () => void fetchDrawer().catch(() => {});
