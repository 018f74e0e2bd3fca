'use client';

import { fetchNear } from '#components/ui/fetch-near.ts';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';

export const LazyResendSheet = lazySheet(async () => (await import('./sheet/resend-sheet.tsx')).ResendSheet);

/** Called when pointer or focus come near. */
export const nearResendSheet = fetchNear(LazyResendSheet);
