'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { follow } from '#lib/events/client.ts';
import { liveQueries } from '#lib/events/live-queries.ts';
import { useSession } from './session-context.tsx';

/** Keeps what is on screen fresh while the account's pages are open. */
export function LiveUpdates() {
  const { account, session } = useSession();
  const client = useQueryClient();
  const operator = session.operator.id;
  useEffect(() => {
    const live = liveQueries(client, account.slug);
    const stop = follow({ account: account.slug, operator, told: live.told });
    return () => {
      stop();
      live.stop();
    };
  }, [client, account.slug, operator]);
  return null;
}
