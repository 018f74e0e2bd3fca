'use client';

import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { type Operation, operationKeys, operationOptions } from '#lib/operations/queries.ts';
import { isOpen } from '#lib/operations/rules.ts';

/** Reads one operation and polls it until its end. `onEnd` is called once if it ends while it is watched. */
export function useFollowed(id: string, onEnd?: (operation: Operation) => void) {
  const account = useSession().account.slug;
  const query = useQuery(operationOptions(account, id));
  const operation = query.data?.operation;
  const wasOpen = useRef(false);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (operation === undefined) return;
    const open = isOpen(operation.state);
    if (wasOpen.current && !open) end.current?.(operation);
    wasOpen.current = open;
  }, [operation]);
  return { ...query, operation };
}

/** "Look up now": a look-up at the provider outside the schedule. */
export function useLookUp(id: string, stale: readonly QueryKey[] = []) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  return useOperation('POST /operations/{id}/look-up', {
    params: { id },
    proof: 'when-asked',
    stale: [operationKeys.all(account), ...stale],
    onDone: (detail) => client.setQueryData(operationKeys.detail(account, id), detail),
  });
}
