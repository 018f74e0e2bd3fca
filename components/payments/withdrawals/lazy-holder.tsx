'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';

const fetchHolder = () => import('./holder-card.tsx');

/** Receiver as it was looked up: of no use before a key or code was written. */
export const HolderCard = dynamic(async () => (await fetchHolder()).HolderCard, { loading: () => null });
export const ReceiverFacts = dynamic(async () => (await fetchHolder()).ReceiverFacts, {
  loading: () => null,
});

/** Called when the focus comes near the form. */
export const nearHolder = fetchNear(fetchHolder);
