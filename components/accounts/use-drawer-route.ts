'use client';

import { drawerRouteOf, type DrawerRoute as Of } from '#components/app-shell/use-drawer-route.ts';

const TASKS = ['new', 'doctor', 'edit', 'credential'] as const;
export const useDrawerRoute = drawerRouteOf(TASKS);
export type DrawerRoute = Of<(typeof TASKS)[number]>;
