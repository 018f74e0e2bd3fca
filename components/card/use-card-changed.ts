'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { cardKeys } from '#lib/card/queries.ts';
import { operationKeys } from '#lib/operations/queries.ts';

/** After anything that changes a charge or a recurrence: what is on screen is read again. */
export function useCardChanged(): () => void {
  const account = useSession().account.slug;
  const client = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [cardKeys.all(account), operationKeys.all(account)])
      void client.invalidateQueries({ queryKey });
  }, [account, client]);
}
