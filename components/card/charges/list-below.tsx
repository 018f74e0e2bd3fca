'use client';

import '#components/list/list-sheets.ts';
import { liveLater } from '#components/ui/live-later.tsx';
import { ChargesWaiting } from '../card-skeleton.tsx';

/** The list beside the form of a charge: the form is what must answer first. */
export const ChargesBelow = liveLater(
  async () => (await import('./charges-panel.tsx')).ChargesPanel,
  ChargesWaiting,
);
