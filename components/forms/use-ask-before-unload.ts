'use client';

import { useEffect } from 'react';

/** While something would be lost with the page, the browser asks before it goes. */
export function useAskBeforeUnload(loses: boolean): void {
  useEffect(() => {
    if (!loses) return;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', stop);
    return () => removeEventListener('beforeunload', stop);
  }, [loses]);
}
