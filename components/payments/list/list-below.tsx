'use client';

import '#components/list/list-sheets.ts';
import { liveLater } from '#components/ui/live-later.tsx';
import { PaymentsWaiting } from '../payments-skeleton.tsx';

/** The list below the form of a page: the form is what must answer first. */
export const PaymentsBelow = liveLater(
  async () => (await import('./payments-panel.tsx')).PaymentsPanel,
  PaymentsWaiting,
);
