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
  queryOf(
    'GET /block',
    { account },
    { under: allOverview(account), staleTime: PANELS_EVERY_MS, retry: shouldRetry },
  );

type Polled = { state: { error: Error | null } };

/**
 * The query of one panel, refetched every `ms` while the tab is visible. After a failure it stops: the error
 * card counts down to the next try when waiting helps, and otherwise offers the remedy.
 */
const polled =
  <K extends keyof Endpoints>(endpoint: K, ms: number, query = {}) =>
  (account: string) =>
    queryOf(endpoint, { account, query } as unknown as CallInput<K>, {
      under: allOverview(account),
      refetchInterval: ({ state }: Polled) => (state.error === null ? ms : (false as const)),
      refetchIntervalInBackground: false,
      refetchOnWindowFocus: ({ state }: Polled) => state.error === null,
      refetchOnReconnect: true,
      staleTime: ms / 2,
      retry: shouldRetry,
    });

const NEWEST = { limit: RECENT_ROWS };

export const balanceQuery = polled('GET /balance', PANELS_EVERY_MS);
export const profileQuery = polled('GET /profile', PANELS_EVERY_MS);
export const healthQuery = polled('GET /health', PANELS_EVERY_MS);

/** Document 1, GET /status/. */
export const serviceStatusQuery = polled('GET /service-status', COUNTS_EVERY_MS);

export const todayQuery = polled('GET /overview/today', COUNTS_EVERY_MS);

/** Soon again while the server still reads the statement. */
const READING_EVERY_MS = 5_000;
export const volumeQuery = (account: string) =>
  queryOptions({
    ...polled('GET /overview/volume', COUNTS_EVERY_MS)(account),
    refetchInterval: ({ state }) => {
      if (state.error !== null) return false;
      return state.data?.reading ? READING_EVERY_MS : COUNTS_EVERY_MS;
    },
  });
export const recentQuery = polled('GET /transactions', PANELS_EVERY_MS, NEWEST);

/** Document 2's limits. They change seldom, but a block shows here first. */
export const limitsQuery = polled('GET /limits', PANELS_EVERY_MS);
export const metricsQuery = polled('GET /metrics', COUNTS_EVERY_MS);

/** The newest statement lines, for an account without a list of transactions. */
export const linesQuery = polled('GET /statement', PANELS_EVERY_MS, NEWEST);

/** The newest card charges. */
export const cardsQuery = polled('GET /card/charges', PANELS_EVERY_MS, NEWEST);

/** Figures of the card charges of thirty days. */
export const cardFiguresQuery = polled('GET /card/figures', COUNTS_EVERY_MS);
