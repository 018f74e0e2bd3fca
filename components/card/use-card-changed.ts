'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { cardKeys } from '#lib/card/queries.ts';
import { operationKeys } from '#lib/operations/queries.ts';

/** Queries that become stale when a charge or a recurrence changes. */
export function useStaleCards() {
  const account = useSession().account.slug;
  return useMemo(() => [cardKeys.all(account), operationKeys.all(account)], [account]);
}

/** Reloads those queries when a change is confirmed later. */
export function useCardChanged(): () => void {
  const stale = useStaleCards();
  const client = useQueryClient();
  return useCallback(() => {
    for (const queryKey of stale) void client.invalidateQueries({ queryKey });
  }, [stale, client]);
}
