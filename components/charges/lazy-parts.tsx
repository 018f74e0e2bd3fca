'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';

/** Parts that nobody needs before a press. */
export const ChargeDrawer = lazySheet(async () => (await import('./charge-drawer.tsx')).ChargeDrawer);
/** A page that begins with one of these is rendered with it. */
export const ChargeResult = dynamic(
  async () => (await import('../payments/charges/charge-result.tsx')).ChargeResult,
  { loading: () => null },
);
/** Only where the account tells its keys (document 2). */
export const PixKeysPanel = dynamic(
  async () => (await import('../payments/keys/pix-keys-panel.tsx')).PixKeysPanel,
  { loading: () => null },
);
export const FunnelView = dynamic(async () => (await import('./funnel/funnel-view.tsx')).FunnelView, {
  loading: () => null,
});

/** Called when pointer or focus come near the form. */
export const nearResult = fetchNear(ChargeResult);
/** Called when pointer or focus come near the list. */
export const nearCharges = fetchNear(ChargeDrawer);
/** Called when pointer or focus come near the choice of list or funnel. */
export const nearFunnel = fetchNear(FunnelView);
