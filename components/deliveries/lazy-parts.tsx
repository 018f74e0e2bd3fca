'use client';

import { DrawerRoom } from '#components/ui/drawer-room.tsx';
import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';
import { SelectionBarRoom } from '#components/ui/selection-bar-frame.tsx';

/** The drawer's code comes when the first delivery is opened; its room is taken at once. */
export const DeliveryDrawer = dynamic(
  async () => (await import('./detail/delivery-drawer.tsx')).DeliveryDrawer,
  {
    loading: DrawerRoom,
  },
);

/** Nobody needs it before a row is chosen; its room is taken at once. */
export const SelectionBar = dynamic(async () => (await import('./selection-bar.tsx')).SelectionBar, {
  loading: SelectionBarRoom,
});
/** A list that begins without rows is rendered with it. */
export const EmptyDeliveries = dynamic(async () => (await import('./empty-deliveries.tsx')).EmptyDeliveries, {
  loading: () => null,
});

/** Called when pointer or focus come near. */
export const nearRows = fetchNear(DeliveryDrawer, SelectionBar);
