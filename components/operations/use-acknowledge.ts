import { useMutation, useQueryClient } from '@tanstack/react-query';
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
