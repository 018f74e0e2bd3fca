'use client';

import dynamic from 'next/dynamic';
import { fetchNear } from '#components/ui/fetch-near.ts';

const fetchDrawer = () => import('./detail/delivery-drawer.tsx');

/** The drawer's code comes when the first delivery is opened; its room is taken at once. */
export const DeliveryDrawer = dynamic(async () => (await fetchDrawer()).DeliveryDrawer, {
  loading: () => <aside className="drawer" aria-busy="true" />,
});

/** Called when pointer or focus come near. */
export const nearDrawer = fetchNear(fetchDrawer);
