import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import { PANELS_EVERY_MS } from '#lib/overview/every.ts';
import { allOverview } from '#lib/overview/shell-queries.ts';

/** Readings of an account that pages besides the overview make: a module of its own, so that none brings the overview's. */
export const accountKeys = {
  balance: (account: string) => [...allOverview(account), 'balance'] as const,
  profile: (account: string) => [...allOverview(account), 'profile'] as const,
  health: (account: string) => [...allOverview(account), 'health'] as const,
};

type Polled = { state: { error: Error | null } };

/**
 * Read again every so often while the page is on screen; a hidden tab asks nothing. After a failure nobody asks by
 * habit: the card that tells of it counts down where waiting helps, and offers the way out where it does not.
 */
const every = (ms: number) => ({
  refetchInterval: ({ state }: Polled) => (state.error === null ? ms : (false as const)),
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: ({ state }: Polled) => state.error === null,
  refetchOnReconnect: true,
  staleTime: ms / 2,
  retry: shouldRetry,
});

type Read<T, Q> = { queryKey: Q; queryFn: (of: { signal: AbortSignal }) => Promise<T> };
export const polled = <T, Q extends readonly unknown[]>(ms: number, read: Read<T, Q>) =>
  queryOptions<T, Error, T, Q>({ ...read, ...every(ms) });

export const balanceQuery = (account: string) =>
  polled(PANELS_EVERY_MS, queryOf('GET /balance', accountKeys.balance(account), { account }));

export const profileQuery = (account: string) =>
  polled(PANELS_EVERY_MS, queryOf('GET /profile', accountKeys.profile(account), { account }));

export const healthQuery = (account: string) =>
  polled(PANELS_EVERY_MS, queryOf('GET /health', accountKeys.health(account), { account }));
