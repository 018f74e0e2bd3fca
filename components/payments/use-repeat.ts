'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '#components/shell/session-context.tsx';
import { useChange } from '#components/shell/use-change.ts';
import { call } from '#lib/api/client.ts';
import { operationKeys } from '#lib/operations/queries.ts';
import { paymentKeys } from '#lib/payments/queries.ts';

/** "Send again" of what never left: the same request with the same reference, as a new operation. */
export function useRepeat(operationId: string, onRepeated: (operationId: string) => void) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  return useChange<null, { operation: { id: string } }>({
    send: (key) =>
      call('POST /operations/{id}/repeat', { account, params: { id: operationId }, idempotencyKey: key }),
    onDone: ({ operation }) => {
      void client.invalidateQueries({ queryKey: operationKeys.all(account) });
      void client.invalidateQueries({ queryKey: paymentKeys.all(account) });
      onRepeated(operation.id);
    },
    proof: 'when-asked',
  });
}
