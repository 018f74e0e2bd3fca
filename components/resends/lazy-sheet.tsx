'use client';

import { laterSheet } from '#components/ui/later-sheet.tsx';

const fetchSheet = () => import('./sheet/resend-sheet.tsx');

export const LazySheet = laterSheet(async () => (await fetchSheet()).ResendSheet);

/** Called when pointer or focus come near. */
export const nearSheet = () => void fetchSheet().catch(() => {});
