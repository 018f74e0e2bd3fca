'use client';

import { HydrationBoundary, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CallError } from '#lib/api/client.ts';
import type { PageState } from '#lib/api/page-state.ts';
import { serverClock } from '#lib/clock.ts';

type Props = { state: PageState | readonly PageState[]; children: ReactNode };

/**
 * Hydrates what the server read, and what it was refused. The state of the first render stays: a refresh of the
 * server's part (another language or density) must not put a table that was scrolled far back to its first page.
 */
export function PageHydration({ state, children }: Props) {
  const client = useQueryClient();
  const [read] = useState(() => {
    const states = [state].flat();
    for (const { queryKey, problem, at } of states.flatMap(({ refused }) => refused)) {
      const query = client.getQueryCache().build(client, { queryKey });
      // Data already on screen is worth more than a refusal.
      if (query.state.data !== undefined) continue;
      const error = new CallError(problem, new Date(at));
      query.setState({
        status: 'error',
        error,
        errorUpdatedAt: serverClock.toLocal(at),
        errorUpdateCount: 1,
      });
    }
    const queries = states.flatMap(({ read }) => read.queries).map(onLocalClock);
    return { mutations: [], queries };
  });
  return <HydrationBoundary state={read}>{children}</HydrationBoundary>;
}

type Dehydrated = PageState['read']['queries'][number];

/** React Query counts by this computer's clock how old its data is. */
const onLocalClock = (query: Dehydrated): Dehydrated => ({
  ...query,
  state: { ...query.state, dataUpdatedAt: serverClock.toLocal(query.state.dataUpdatedAt) },
});
