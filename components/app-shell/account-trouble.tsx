'use client';

import type { ReactNode } from 'react';
import { AccountTroubleContext } from '#components/ui/error-card.tsx';
import { Trouble } from './trouble.tsx';

/** Every card of a read that failed says what the account of this page has to do with it. */
export function AccountTrouble({ children }: { children: ReactNode }) {
  return <AccountTroubleContext value={Trouble}>{children}</AccountTroubleContext>;
}
