import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#lib/api/endpoint-queries.ts';

/** Asked by the frame of every page: a module of its own, so that no page brings the queries of another. */

export const allOperations = (account: string) => ['operations', account] as const;

export const AWAITING_MS = 60_000;
export const AWAITING_QUERY = { awaiting: 'me', limit: 50 } as const;

/** Operations waiting for this operator's decision, and their `total`. Live, with polling as a fallback. */
export const awaitingOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /operations', [...allOperations(account), 'awaiting'] as const, {
      account,
      query: AWAITING_QUERY,
    }),
    refetchInterval: AWAITING_MS,
    staleTime: AWAITING_MS / 2,
  });

export const LATE_CONFIRMATIONS_QUERY = { late: 'open', limit: 20 } as const;

/** Those that happened although they were given up, and that nobody has acknowledged. */
export const lateConfirmationsOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /operations', [...allOperations(account), 'late'] as const, {
      account,
      query: LATE_CONFIRMATIONS_QUERY,
    }),
    // Reading a list may show one before the page listens for changes.
    refetchInterval: 20_000,
  });
