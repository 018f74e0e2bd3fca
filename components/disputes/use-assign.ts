'use client';

import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { useToast } from '#components/ui/toast.tsx';
import { disputeKeys } from '#lib/disputes/queries.ts';

/** Assigns a dispute to an operator, or to nobody. `messageFor` builds the confirmation toast. */
export function useAssign(id: string, messageFor: (name: string | undefined) => string) {
  const account = useSession().account.slug;
  const toast = useToast();
  const { busy, submit } = useOperation('PUT /disputes/{id}/assignee', {
    params: { id },
    proof: 'none',
    stale: [disputeKeys.all(account)],
    onDone: ({ assignee }) => toast(messageFor(assignee?.name)),
    onRefused: (error) => toast(error instanceof Error ? error.message : String(error)),
  });
  return { busy, assign: (operatorId: string | null) => void submit({ operatorId }) };
}
