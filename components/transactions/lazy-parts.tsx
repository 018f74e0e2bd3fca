'use client';

import { DrawerRoom } from '#components/ui/drawer-room.tsx';
import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';
import { SelectionBarRoom } from '#components/ui/selection-bar-frame.tsx';

/** Parts that nobody needs before a press. A page that begins with one of them open is rendered with it. */

/** Their room is taken at once: nothing moves when they arrive. */
export const DetailDrawer = dynamic(async () => (await import('./detail/detail-drawer.tsx')).DetailDrawer, {
  loading: DrawerRoom,
});
export const SelectionBar = dynamic(async () => (await import('./selection-bar.tsx')).SelectionBar, {
  loading: SelectionBarRoom,
});

/** Called when pointer or focus come near: by the press they are there. */
export const nearRows = fetchNear(DetailDrawer, SelectionBar);
