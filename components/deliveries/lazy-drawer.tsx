'use client';

import dynamic from 'next/dynamic';

/** The drawer's code comes when the first delivery is opened; its room is taken at once. */
export const DeliveryDrawer = dynamic(
  async () => (await import('./detail/delivery-drawer.tsx')).DeliveryDrawer,
  { loading: () => <aside className="drawer" aria-busy="true" /> },
);
