'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { connection } from '#lib/api/connection.ts';
import { follow } from '#lib/events/client.ts';
import { liveQueries } from '#lib/events/live-queries.ts';
import { useSession } from './session-context.tsx';
import { useConnected } from './use-connected.ts';

/** Keeps what is on screen fresh while the account's pages are open. */
export function LiveUpdates() {
  const { account, session } = useSession();
  const client = useQueryClient();
  const operator = session.operator.id;
  const connected = useConnected();
  const missed = useRef(false);
  useEffect(() => {
    missed.current ||= !connected;
    if (!connected) return;
    const live = liveQueries(client, account.slug);
    if (missed.current) live.told({ missed: true });
    missed.current = false;
    const stop = follow({ account: account.slug, operator, told: live.told, onBreak: connection.doubt });
    return () => {
      stop();
      live.stop();
    };
  }, [client, account.slug, operator, connected]);
  return null;
}
