'use client';

import { useCan, useSession } from '#components/app-shell/session.tsx';

/** The account has resends, and this operator may make one. */
export function useMayResend(): boolean {
  const may = useCan('resend');
  return useSession().account.capabilities.includes('resends') && may;
}
