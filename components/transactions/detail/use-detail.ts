'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '#components/app-shell/session.tsx';
import { type RevealedRead, useRecord } from '#components/list/record-body.tsx';
import type { TransactionDetail } from '#lib/providers/records.ts';
import { detailOptions, revealedOptions, transactionKeys } from '#lib/transactions/queries.ts';

export type Detail = RevealedRead<TransactionDetail>;

/** One transaction and its timeline; a refresh reloads both. */
export function useDetail(id: string): Detail {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const read = useRecord(detailOptions(account, id), revealedOptions(account, id));
  const refetch = () => {
    void read.refetch();
    void client.refetchQueries({ queryKey: transactionKeys.timeline(account, id), type: 'active' });
  };
  return { ...read, refetch };
}
