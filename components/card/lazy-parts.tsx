'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';

/** Parts that nobody needs before a press. */
export const ChargeDrawer = lazySheet(async () => (await import('./detail/charge-drawer.tsx')).ChargeDrawer);
export const CardResult = dynamic(async () => (await import('./entry/card-result.tsx')).CardResult, {
  loading: () => null,
});

/** A page that begins with one is rendered with it. */
export const RecurrencePanel = dynamic(
  async () => (await import('./recurrence/recurrence-panel.tsx')).RecurrencePanel,
  { loading: () => null },
);

export const RateRead = dynamic(async () => (await import('./rate-read.tsx')).RateRead, {
  loading: () => null,
});

/** Called when pointer or focus come near the rates. */
export const nearRate = fetchNear(RateRead);

/** Called when pointer or focus come near the charges. */
export const nearCharges = fetchNear(ChargeDrawer);

/** Called when the form of a charge is being written. */
export const nearResult = fetchNear(CardResult);
