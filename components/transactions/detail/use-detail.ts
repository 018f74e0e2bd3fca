'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '#components/shell/session-context.tsx';
import { type Reveal, useReveal } from '#components/shell/use-reveal.ts';
import { CallError } from '#lib/api/client.ts';
import type { TransactionDetail } from '#lib/providers/records.ts';
import { detailOptions, revealedOptions, transactionKeys } from '#lib/transactions/queries.ts';

export type Detail = {
  detail: TransactionDetail | undefined;
  notFound: boolean;
  error: unknown;
  retry: () => void;
  reveal: Reveal;
};

/** One transaction; its personal data in clear only after it was asked for, which the audit log keeps. */
export function useDetail(id: string): Detail {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const masked = useQuery(detailOptions(account, id));
  const { reveal, clear } = useReveal(revealedOptions(account, id));
  // Its timeline is read from the same place: one card tells of both, one press reads both again.
  const retry = () => {
    void masked.refetch();
    void client.refetchQueries({ queryKey: transactionKeys.timeline(account, id), type: 'active' });
  };
  return {
    detail: clear ?? masked.data,
    notFound: masked.error instanceof CallError && masked.error.problem.code === 'not_found',
    error: masked.error,
    retry,
    reveal,
  };
}
