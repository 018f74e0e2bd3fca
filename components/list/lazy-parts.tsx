'use client';

import type { ComponentType } from 'react';
import { dynamic, type Fetched } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';
import { SelectionBarRoom } from '#components/ui/selection-bar-frame.tsx';
import type { SelectionBar as Bar } from './selection-bar.tsx';

/** A list that begins without rows is rendered with it. */
export const EmptyResult = dynamic(async () => (await import('./empty-result.tsx')).EmptyResult, {
  loading: () => null,
});

/** Nobody needs it before a row is chosen; its room is taken at once. */
export const SelectionBar = dynamic(
  async () => (await import('./selection-bar.tsx')).SelectionBar as ComponentType<object>,
  {
    loading: SelectionBarRoom,
  },
) as typeof Bar & Fetched;

/** Called when pointer or focus come near the rows. */
export const nearRows = fetchNear(SelectionBar);
