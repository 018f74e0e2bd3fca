'use client';

import type { ReactNode } from 'react';
import { dynamic } from '#components/ui/dynamic.tsx';
import { AccountTroubleContext } from '#components/ui/error-parts.tsx';

/** Only where a read of the account failed. */
const Trouble = dynamic(async () => (await import('./trouble.tsx')).Trouble, { loading: () => null });

/** Every card of a read that failed says what the account of this page has to do with it. */
export function AccountTrouble({ children }: { children: ReactNode }) {
  return <AccountTroubleContext value={Trouble}>{children}</AccountTroubleContext>;
}
