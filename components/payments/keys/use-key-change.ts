'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '#components/shell/session-context.tsx';
import { endsIntent, useIntentKey } from '#lib/api/use-intent-key.ts';
import { paymentKeys } from '#lib/payments/queries.ts';

type Answer = { operation: { id: string; state: string } };
export type KeyDialogProps = { onClose: () => void; onLost: (operationId: string) => void };

/** One change of the account's keys, once for its intent; one without an answer is followed by the panel. */
export function useKeyChange({ onClose, onLost }: KeyDialogProps) {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const intent = useIntentKey();
  const change = async (send: (idempotencyKey: string) => Promise<Answer>, body?: object) => {
    try {
      const { operation } = await send(intent.keyFor(body));
      intent.end();
      if (operation.state !== 'confirmed') onLost(operation.id);
      onClose();
    } catch (error) {
      if (endsIntent(error)) intent.end();
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey: paymentKeys.pixKeys(account) });
    }
  };
  return { account, change };
}
