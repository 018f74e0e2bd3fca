'use client';

import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { operationKeys } from '#lib/operations/queries.ts';
import { paymentKeys } from '#lib/payments/queries.ts';

/** "Send again" of what never left: the same request with the same reference, as a new operation. */
export function useRepeat(operationId: string, onRepeated: (operationId: string) => void) {
  const account = useSession().account.slug;
  return useOperation('POST /operations/{id}/repeat', {
    params: { id: operationId },
    proof: 'when-asked',
    stale: [operationKeys.all(account), paymentKeys.all(account)],
    onDone: ({ operation }) => onRepeated(operation.id),
  });
}
