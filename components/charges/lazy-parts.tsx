'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';

const fetchDrawer = () => import('./charge-drawer.tsx');
const fetchResult = () => import('../payments/charges/charge-result.tsx');
const fetchFunnel = () => import('./funnel/funnel-view.tsx');

/** Parts that nobody needs before a press. */
export const ChargeDrawer = lazySheet(async () => (await fetchDrawer()).ChargeDrawer);
/** A page that begins with one of these is rendered with it. */
export const ChargeResult = dynamic(async () => (await fetchResult()).ChargeResult, { loading: () => null });
export const FunnelView = dynamic(async () => (await fetchFunnel()).FunnelView, { loading: () => null });

/** Called when pointer or focus come near the form. */
export const nearResult = fetchNear(fetchResult);
/** Called when pointer or focus come near the list. */
export const nearCharges = fetchNear(fetchDrawer);
/** Called when pointer or focus come near the choice of list or funnel. */
export const nearFunnel = fetchNear(fetchFunnel);
