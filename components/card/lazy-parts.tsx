'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';

const fetchDrawer = () => import('./detail/charge-drawer.tsx');
const fetchResult = () => import('./entry/card-result.tsx');

/** Parts that nobody needs before a press. */
export const ChargeDrawer = lazySheet(async () => (await fetchDrawer()).ChargeDrawer);
export const CardResult = dynamic(async () => (await fetchResult()).CardResult, { loading: () => null });

/** Called when pointer or focus come near the charges. */
export const nearCharges = fetchNear(fetchDrawer);

/** Called when the form of a charge is being written. */
export const nearResult = fetchNear(fetchResult);
