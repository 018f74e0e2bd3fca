'use client';

import { useSession } from '#components/app-shell/session.tsx';

/** Names under which a receiver keeps the secrets: one program may serve accounts of several kinds. */
export function useEnvNames() {
  const prefix = useSession().account.kind.toUpperCase();
  return { webhook: `${prefix}_WEBHOOK_SECRET`, callback: `${prefix}_CALLBACK_SECRET` };
}
