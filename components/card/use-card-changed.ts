'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { cardKeys } from '#lib/card/queries.ts';
import { operationKeys } from '#lib/operations/queries.ts';

/** Queries that a change of a charge or a recurrence makes stale. */
export function useStaleCards() {
  const account = useSession().account.slug;
  return useMemo(() => [cardKeys.all(account), operationKeys.all(account)], [account]);
}

/** The same where the end is learnt later: what is on screen is read again. */
export function useCardChanged(): () => void {
  const stale = useStaleCards();
  const client = useQueryClient();
  return useCallback(() => {
    for (const queryKey of stale) void client.invalidateQueries({ queryKey });
  }, [stale, client]);
}
