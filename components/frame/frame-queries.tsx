'use client';

import { IsRestoringProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { tellPageAwake, usePageAwake } from '../shell/page-awake.ts';

/** A page that says nothing of itself, as "not found", is not waited for longer than this. */
const LONGEST_MS = 2_000;

/** The frame's queries: what came with the page is shown, and nothing is asked before the page lives. */
export function FrameQueries({ children }: { children: ReactNode }) {
  const awake = usePageAwake();
  useEffect(() => {
    const late = setTimeout(tellPageAwake, LONGEST_MS);
    return () => clearTimeout(late);
  }, []);
  return <IsRestoringProvider value={!awake}>{children}</IsRestoringProvider>;
}

/** The page within the frame asks as soon as it lives. */
export const PageQueries = ({ children }: { children: ReactNode }) => (
  <IsRestoringProvider value={false}>{children}</IsRestoringProvider>
);
