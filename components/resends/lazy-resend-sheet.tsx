'use client';

import { fetchNear } from '#components/ui/fetch-near.ts';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';

const fetchSheet = () => import('./sheet/resend-sheet.tsx');

export const LazyResendSheet = lazySheet(async () => (await fetchSheet()).ResendSheet);

/** Called when pointer or focus come near. */
export const nearResendSheet = fetchNear(fetchSheet);
