'use client';

import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCan } from './session-context.tsx';

export type Reveal = {
  /** Roles without the permission see no button. */
  allowed: boolean;
  shown: boolean;
  busy: boolean;
  error: unknown;
  toggle: () => void;
};

/** Personal data in clear (`options` read it) only after it was asked for, which the audit log keeps. */
export function useReveal<T, K extends QueryKey>(
  options: UseQueryOptions<T, Error, T, K>,
): { reveal: Reveal; clear: T | undefined } {
  const allowed = useCan('reveal');
  const [asked, setAsked] = useState(false);
  const query = useQuery({ ...options, enabled: allowed && asked });
  const shown = asked && query.data !== undefined;
  const toggle = () => {
    if (asked && query.isError) void query.refetch();
    else setAsked(!asked);
  };
  const error = asked ? query.error : null;
  return {
    reveal: { allowed, shown, busy: asked && query.isFetching, error, toggle },
    clear: shown ? query.data : undefined,
  };
}
