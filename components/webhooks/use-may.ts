'use client';

import { useCan } from '#components/app-shell/session.tsx';

/** Permissions of this operator on webhooks and resends; actions they may not take are absent. */
export function useMay() {
  const webhook = useCan('webhook');
  const resend = useCan('resend');
  return { webhook, resend };
}
