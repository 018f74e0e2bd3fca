'use client';

import { useCan } from '#components/shell/session-context.tsx';

/** What this operator may do here; what they may not is absent. */
export function useMay() {
  const webhook = useCan('webhook');
  const resend = useCan('resend');
  return { webhook, resend };
}
