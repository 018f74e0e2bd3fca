'use client';

import { useSyncExternalStore } from 'react';

let awake = false;
const told = new Set<() => void>();

/** Called once the page that the server drew lives in the browser. */
export function tellPageAwake(): void {
  awake = true;
  for (const tell of told) tell();
}

const subscribe = (tell: () => void) => {
  told.add(tell);
  return () => void told.delete(tell);
};

/**
 * False until the first page lives. The frame lives before it: an answer that the frame got meanwhile would stand in
 * the page where the server had drawn nothing, and all of it would be drawn anew.
 */
export const usePageAwake = () =>
  useSyncExternalStore(
    subscribe,
    () => awake,
    () => false,
  );
