'use client';

import type { ComponentType } from 'react';
import { DrawerRoom } from './drawer-room.tsx';
import { dynamic } from './dynamic.tsx';

/**
 * A task or record beside its page, whose code comes when it is opened; its room is taken at once. Drawn in the
 * browser alone: before its code is there the page has read on, and what a server drew of it would no longer be true.
 */
export function lazySheet<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return dynamic(load, { ssr: false, loading: DrawerRoom });
}
