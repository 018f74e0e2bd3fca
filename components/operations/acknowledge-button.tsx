'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#components/ui/button.tsx';
import { call } from '#lib/api/client.ts';
import { type OperationDetail, operationKeys } from '#lib/operations/queries.ts';

/** "I know": the first to say it is kept; pressing it twice, or after somebody else, changes nothing. */
export function useAcknowledge(account: string, id: string) {
  const client = useQueryClient();
  return useMutation<OperationDetail>({
    mutationFn: () => call('POST /operations/{id}/acknowledge', { account, params: { id } }),
    onSuccess: (detail) => client.setQueryData(operationKeys.detail(account, id), detail),
    onSettled: () => client.invalidateQueries({ queryKey: operationKeys.all(account) }),
  });
}

type Props = { acknowledge: ReturnType<typeof useAcknowledge>; label: string };

/** One press, whoever presses twice. */
export function AcknowledgeButton({ acknowledge: { isPending, mutate }, label }: Props) {
  return (
    <Button size="sm" aria-busy={isPending || undefined} onClick={() => isPending || mutate()}>
      {label}
    </Button>
  );
}
