'use client';

import dynamic from 'next/dynamic';
import { DrawerRoom } from '#components/ui/drawer-room.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';

const fetchDrawer = () => import('./detail/delivery-drawer.tsx');

/** The drawer's code comes when the first delivery is opened; its room is taken at once. */
export const DeliveryDrawer = dynamic(async () => (await fetchDrawer()).DeliveryDrawer, {
  loading: DrawerRoom,
});

/** Called when pointer or focus come near. */
export const nearDrawer = fetchNear(fetchDrawer);
