'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#components/ui/button.tsx';
import { call } from '#lib/api/client.ts';
import { type OperationDetail, operationKeys } from '#lib/operations/queries.ts';

/** Acknowledges a late confirmation. The first acknowledgement is stored; repeating it changes nothing. */
export function useAcknowledge(account: string, id: string) {
  const client = useQueryClient();
  return useMutation<OperationDetail>({
    mutationFn: () => call('POST /operations/{id}/acknowledge', { account, params: { id } }),
    onSuccess: (detail) => client.setQueryData(operationKeys.detail(account, id), detail),
    onSettled: () => client.invalidateQueries({ queryKey: operationKeys.all(account) }),
  });
}

type Props = { acknowledge: ReturnType<typeof useAcknowledge>; label: string };

/** Ignores presses while the request runs. */
export function AcknowledgeButton({ acknowledge: { isPending, mutate }, label }: Props) {
  return (
    <Button size="sm" aria-busy={isPending || undefined} onClick={() => isPending || mutate()}>
      {label}
    </Button>
  );
}
