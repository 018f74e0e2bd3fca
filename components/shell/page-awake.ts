'use client';

import { startTransition, useEffect, useState } from 'react';

let awake = false;
const told = new Set<() => void>();

/** Called once the page that the server drew lives in the browser. */
export function tellPageAwake(): void {
  awake = true;
  for (const tell of told) tell();
}

/**
 * False until the first page lives. The frame lives before it: an answer that the frame got meanwhile would stand in
 * the page where the server had drawn nothing, and all of it would be drawn anew.
 */
export function usePageAwake(): boolean {
  const [lives, setLives] = useState(awake);
  useEffect(() => {
    const tell = () => startTransition(() => setLives(awake));
    tell();
    told.add(tell);
    return () => void told.delete(tell);
  }, []);
  return lives;
}
