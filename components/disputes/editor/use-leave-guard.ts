'use client';

import { useEffect } from 'react';

/**
 * What is not stored yet is stored when the page is left for another tab or page; closing it while that did not work
 * asks first.
 */
export function useLeaveGuard(isDirty: () => boolean, save: () => Promise<unknown>): void {
  useEffect(() => {
    const onHide = () => {
      if (document.hidden && isDirty()) void save();
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!isDirty()) return;
      void save();
      event.preventDefault();
    };
    document.addEventListener('visibilitychange', onHide);
    addEventListener('beforeunload', onLeave);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      removeEventListener('beforeunload', onLeave);
      if (isDirty()) void save();
    };
  }, [isDirty, save]);
}
