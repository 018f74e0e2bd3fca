'use client';

import dynamic from 'next/dynamic';

const fetchSheet = () => import('./sheet/resend-sheet.tsx');

/** The sheet's code comes when it is opened; its room is taken at once. */
export const LazySheet = dynamic(async () => (await fetchSheet()).ResendSheet, {
  loading: () => <aside className="drawer" aria-busy="true" />,
});

/** Called when pointer or focus come near. */
export const nearSheet = () => void fetchSheet().catch(() => {});
