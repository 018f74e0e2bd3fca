import { queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#lib/api/client.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { COUNTS_EVERY_MS, PANELS_EVERY_MS } from '#lib/overview/rules.ts';

export const RECENT_ROWS = 10;

/** Key of all overview queries of an account. */
export const allOverview = (account: string) => ['overview', account] as const;

/** The bank's block, read on every page of the account; events invalidate it. */
export const blockQuery = (account: string) =>
  queryOptions({
    ...queryOf('GET /block', [...allOverview(account), 'block'] as const, { account }),
    staleTime: PANELS_EVERY_MS,
    retry: shouldRetry,
  });

type Polled = { state: { error: Error | null } };

/**
 * The query of one panel, refetched every `ms` while the tab is visible. After a failure it stops: the error
 * card counts down to the next try when waiting helps, and otherwise offers the remedy.
 */
const polled =
  <K extends keyof Endpoints, const N extends string>(
    name: N,
    ms: number,
    endpoint: K,
    input: (account: string) => CallInput<K>,
  ) =>
  (account: string) =>
    queryOptions({
      ...queryOf(endpoint, [...allOverview(account), name] as const, input(account)),
      refetchInterval: ({ state }: Polled) => (state.error === null ? ms : (false as const)),
      refetchIntervalInBackground: false,
      refetchOnWindowFocus: ({ state }: Polled) => state.error === null,
      refetchOnReconnect: true,
      staleTime: ms / 2,
      retry: shouldRetry,
    });

const whole = (account: string) => ({ account });
const newestRows = (account: string) => ({ account, query: { limit: RECENT_ROWS } });

export const balanceQuery = polled('balance', PANELS_EVERY_MS, 'GET /balance', whole);
export const profileQuery = polled('profile', PANELS_EVERY_MS, 'GET /profile', whole);
export const healthQuery = polled('health', PANELS_EVERY_MS, 'GET /health', whole);

/** Document 1, GET /status/. */
export const serviceStatusQuery = polled('service-status', COUNTS_EVERY_MS, 'GET /service-status', whole);

export const todayQuery = polled('today', COUNTS_EVERY_MS, 'GET /overview/today', whole);
export const volumeQuery = polled('volume', COUNTS_EVERY_MS, 'GET /overview/volume', whole);
export const recentQuery = polled('recent', PANELS_EVERY_MS, 'GET /transactions', newestRows);

/** Document 2's limits. They change seldom, but a block shows here first. */
export const limitsQuery = polled('limits', PANELS_EVERY_MS, 'GET /limits', whole);
export const metricsQuery = polled('metrics', COUNTS_EVERY_MS, 'GET /metrics', whole);

/** The newest statement lines, for an account without a list of transactions. */
export const linesQuery = polled('lines', PANELS_EVERY_MS, 'GET /statement', newestRows);

/** The newest card charges. */
export const cardsQuery = polled('cards', PANELS_EVERY_MS, 'GET /card/charges', newestRows);

/** Figures of the card charges of thirty days. */
export const cardFiguresQuery = polled('card-figures', COUNTS_EVERY_MS, 'GET /card/figures', whole);
