'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useOperation } from '#components/forms/use-operation.ts';
import { CallError } from '#lib/api/client.ts';
import type { DefensePreview } from '#lib/disputes/contract.ts';
import { disputeKeys, disputeOptions } from '#lib/disputes/queries.ts';

/** How sending ended on this screen; `lost`: our own answer did not come, so nobody here knows. */
export type SendEnd = 'sent' | 'known_elsewhere' | 'lost' | 'moved' | 'refused';

/**
 * Sends one stored version. Its key is kept until an end is known, so that a double click, a repeat after a lost
 * answer and a second press while it is on its way are all the same sending.
 */
export function useSend(account: string, id: string) {
  const client = useQueryClient();
  const end = useRef<SendEnd | null>(null);
  // Awaited: what comes next (receipt, look-ups, refusal) is read before the confirmation gives way to it.
  const readAgain = () => client.invalidateQueries({ queryKey: disputeKeys.all(account) });
  // On screen at once, also while the service itself cannot be read: nobody may doubt whether it was sent.
  const underWay = (operation: { id: string; state: string }) =>
    client.setQueryData(disputeOptions(account, id).queryKey, (now) => {
      const sending = { operationId: operation.id, state: operation.state };
      return now && { ...now, dispute: { ...now.dispute, sending } };
    });
  const sending = useOperation('POST /disputes/{id}/defenses', {
    params: { id },
    proof: 'none',
    onDone({ operation }) {
      end.current = 'sent';
      underWay(operation);
      return readAgain();
    },
    onRefused(error) {
      end.current = endOf(error);
      const open = end.current === 'known_elsewhere' && error instanceof CallError && error.problem;
      if (open && open.code === 'conflict' && open.operationId !== undefined)
        underWay({ id: open.operationId, state: 'sent' });
      return readAgain();
    },
  });
  /** Null: it is on its way already. */
  const send = async ({ version, digest }: DefensePreview): Promise<SendEnd | null> => {
    if (sending.busy) return null;
    end.current = null;
    await sending.submit({ version, digest });
    return end.current;
  };
  return { ...sending, send };
}

export function endOf(error: unknown): SendEnd {
  if (!(error instanceof CallError)) return 'lost';
  const { status, code, operationId, existing, provider } = error.problem;
  if (provider?.code === 'PZK212' || code === 'already_done') return 'known_elsewhere';
  // The same dispute is being answered by someone else right now.
  if (code === 'conflict' && operationId !== undefined && provider === undefined) return 'known_elsewhere';
  if (code === 'conflict') return isWritten(existing) ? 'moved' : 'known_elsewhere';
  if (operationId === undefined && provider === undefined && (status === 0 || status >= 500)) return 'lost';
  return 'refused';
}

/** Another version of the draft, or another letter than the one shown; a closed dispute is neither. */
function isWritten(existing: unknown): boolean {
  return typeof existing === 'object' && existing !== null && ('sections' in existing || 'text' in existing);
}
