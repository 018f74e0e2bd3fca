import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import { COUNTS_EVERY_MS, PANELS_EVERY_MS } from '#lib/overview/rules.ts';

/** Key of all overview queries of an account. */

export const allOverview = (account: string) => ['overview', account] as const;

/** The bank's block, read on every page of the account; events invalidate it. */
export const blockQuery = (account: string) =>
  queryOptions({
    ...queryOf('GET /block', [...allOverview(account), 'block'] as const, { account }),
    staleTime: PANELS_EVERY_MS,
    retry: shouldRetry,
  });

/** Keys of the queries that other pages read too. */
const accountKeys = {
  balance: (account: string) => [...allOverview(account), 'balance'] as const,
  profile: (account: string) => [...allOverview(account), 'profile'] as const,
  health: (account: string) => [...allOverview(account), 'health'] as const,
};

type Polled = { state: { error: Error | null } };

/**
 * Refetches every `ms` while the tab is visible. After a failure it stops: the error card counts down to the
 * next try when waiting helps, and otherwise offers the remedy.
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

const polled = <T, Q extends readonly unknown[]>(ms: number, read: Read<T, Q>) =>
  queryOptions<T, Error, T, Q>({ ...read, ...every(ms) });

export const balanceQuery = (account: string) =>
  polled(PANELS_EVERY_MS, queryOf('GET /balance', accountKeys.balance(account), { account }));

export const profileQuery = (account: string) =>
  polled(PANELS_EVERY_MS, queryOf('GET /profile', accountKeys.profile(account), { account }));

export const healthQuery = (account: string) =>
  polled(PANELS_EVERY_MS, queryOf('GET /health', accountKeys.health(account), { account }));

export const overviewKeys = {
  all: allOverview,
  ...accountKeys,
  serviceStatus: (account: string) => [...overviewKeys.all(account), 'service-status'] as const,
  today: (account: string) => [...overviewKeys.all(account), 'today'] as const,
  volume: (account: string) => [...overviewKeys.all(account), 'volume'] as const,
  recent: (account: string) => [...overviewKeys.all(account), 'recent'] as const,
  limits: (account: string) => [...overviewKeys.all(account), 'limits'] as const,
  metrics: (account: string) => [...overviewKeys.all(account), 'metrics'] as const,
  lines: (account: string) => [...overviewKeys.all(account), 'lines'] as const,
  cards: (account: string) => [...overviewKeys.all(account), 'cards'] as const,
  cardFigures: (account: string) => [...overviewKeys.all(account), 'card-figures'] as const,
};

export const RECENT_ROWS = 10;

/** Document 1, GET /status/. */
export const serviceStatusQuery = (account: string) =>
  polled(COUNTS_EVERY_MS, queryOf('GET /service-status', overviewKeys.serviceStatus(account), { account }));

export const todayQuery = (account: string) =>
  polled(COUNTS_EVERY_MS, queryOf('GET /overview/today', overviewKeys.today(account), { account }));

export const volumeQuery = (account: string) =>
  polled(COUNTS_EVERY_MS, queryOf('GET /overview/volume', overviewKeys.volume(account), { account }));

export const recentQuery = (account: string) =>
  polled(
    PANELS_EVERY_MS,
    queryOf('GET /transactions', overviewKeys.recent(account), { account, query: { limit: RECENT_ROWS } }),
  );

/** Document 2's limits. They change seldom, but a block shows here first. */
export const limitsQuery = (account: string) =>
  polled(PANELS_EVERY_MS, queryOf('GET /limits', overviewKeys.limits(account), { account }));

export const metricsQuery = (account: string) =>
  polled(COUNTS_EVERY_MS, queryOf('GET /metrics', overviewKeys.metrics(account), { account }));

/** The newest statement lines, for an account without a list of transactions. */
export const linesQuery = (account: string) =>
  polled(
    PANELS_EVERY_MS,
    queryOf('GET /statement', overviewKeys.lines(account), { account, query: { limit: RECENT_ROWS } }),
  );

/** The newest card charges. */
export const cardsQuery = (account: string) =>
  polled(
    PANELS_EVERY_MS,
    queryOf('GET /card/charges', overviewKeys.cards(account), { account, query: { limit: RECENT_ROWS } }),
  );

/** Figures of the card charges of thirty days. */
export const cardFiguresQuery = (account: string) =>
  polled(COUNTS_EVERY_MS, queryOf('GET /card/figures', overviewKeys.cardFigures(account), { account }));
