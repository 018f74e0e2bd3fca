'use client';

import { useSyncExternalStore } from 'react';
import { connection, type Reach } from '#lib/api/connection.ts';

const UP: Reach = { state: 'up' };

export function useReach(): Reach {
  return useSyncExternalStore(connection.subscribe, connection.reach, () => UP);
}

/** False while the server cannot be reached: nothing on screen is live then. */
export function useConnected(): boolean {
  return useReach().state !== 'down';
}
