'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import { revealedDisputeOptions } from '#lib/disputes/queries.ts';

export type Reveal = {
  allowed: boolean;
  shown: boolean;
  busy: boolean;
  error: unknown;
  toggle: () => void;
};

/** Personal data in clear only after it was asked for, which the audit log keeps. */
export function useReveal(id: string): { reveal: Reveal; clear: DisputeDetail | undefined } {
  const account = useSession().account.slug;
  const allowed = useCan('reveal');
  const [asked, setAsked] = useState(false);
  const query = useQuery({ ...revealedDisputeOptions(account, id), enabled: allowed && asked });
  const shown = asked && query.data !== undefined;
  const toggle = () => {
    if (asked && query.isError) void query.refetch();
    else setAsked(!asked);
  };
  const reveal = {
    allowed,
    shown,
    busy: asked && query.isFetching,
    error: asked ? query.error : null,
    toggle,
  };
  return { reveal, clear: shown ? query.data : undefined };
}
