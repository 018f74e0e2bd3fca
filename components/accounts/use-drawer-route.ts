'use client';

import { drawerRouteOf, type DrawerRoute as Of } from '#components/app-shell/address-state.ts';

const TASKS = ['new', 'doctor', 'edit', 'credential'] as const;
export const useDrawerRoute = drawerRouteOf(TASKS);
export type DrawerRoute = Of<(typeof TASKS)[number]>;
