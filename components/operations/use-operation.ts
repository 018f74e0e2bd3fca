'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSession } from '#components/shell/session-context.tsx';
import { useChange } from '#components/shell/use-change.ts';
import { call } from '#lib/api/client.ts';
import {
  type Operation,
  type OperationDetail,
  operationKeys,
  operationOptions,
} from '#lib/operations/queries.ts';
import { isOpen } from '#lib/operations/rules.ts';

/** One operation, followed until its end; `onEnd` is called once when it ends while it is watched. */
export function useOperation(id: string, onEnd?: (operation: Operation) => void) {
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

/** "Look up now": asks the provider outside the schedule. */
export function useLookUp(id: string) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  return useChange<null, OperationDetail>({
    send: () => call('POST /operations/{id}/look-up', { account, params: { id } }),
    onDone: (detail) => {
      client.setQueryData(operationKeys.detail(account, id), detail);
      void client.invalidateQueries({ queryKey: operationKeys.all(account) });
    },
    proof: 'when-asked',
  });
}
