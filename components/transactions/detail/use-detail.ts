'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan, useSession } from '#components/shell/session-context.tsx';
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

export type Reveal = {
  /** Roles without the permission see no button. */
  allowed: boolean;
  shown: boolean;
  busy: boolean;
  error: unknown;
  toggle: () => void;
};

/** One transaction; its personal data in clear only after it was asked for, which the audit log keeps. */
export function useDetail(id: string): Detail {
  const account = useSession().account.slug;
  const client = useQueryClient();
  const allowed = useCan('reveal');
  const [asked, setAsked] = useState(false);
  const masked = useQuery(detailOptions(account, id));
  const clear = useQuery({ ...revealedOptions(account, id), enabled: allowed && asked });
  const shown = asked && clear.data !== undefined;
  const toggle = () => {
    if (asked && clear.isError) void clear.refetch();
    else setAsked(!asked);
  };
  // Its timeline is read from the same place: one card tells of both, one press reads both again.
  const retry = () => {
    void masked.refetch();
    void client.refetchQueries({ queryKey: transactionKeys.timeline(account, id), type: 'active' });
  };
  return {
    detail: shown ? clear.data : masked.data,
    notFound: masked.error instanceof CallError && masked.error.problem.code === 'not_found',
    error: masked.error,
    retry,
    reveal: { allowed, shown, busy: asked && clear.isFetching, error: asked ? clear.error : null, toggle },
  };
}
