import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import { COUNTS_EVERY_MS, PANELS_EVERY_MS } from '#lib/overview/rules.ts';

/** Asked by the frame of every page: a module of its own, so that no page brings the queries of another. */

export const allOverview = (account: string) => ['overview', account] as const;

/** Asked on every page of the account; what changes it is told live. */
export const blockQuery = (account: string) =>
  queryOptions({
    ...queryOf('GET /block', [...allOverview(account), 'block'] as const, { account }),
    staleTime: PANELS_EVERY_MS,
    retry: shouldRetry,
  });

/** Readings of an account that pages besides the overview make: a module of its own, so that none brings the overview's. */
const accountKeys = {
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

/** Document 1: what the service says of itself. */
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

/** Document 2: they change seldom, yet a block shows here first. */
export const limitsQuery = (account: string) =>
  polled(PANELS_EVERY_MS, queryOf('GET /limits', overviewKeys.limits(account), { account }));

export const metricsQuery = (account: string) =>
  polled(COUNTS_EVERY_MS, queryOf('GET /metrics', overviewKeys.metrics(account), { account }));

/** The newest lines of the statement, where the account has no list of transactions. */
export const linesQuery = (account: string) =>
  polled(
    PANELS_EVERY_MS,
    queryOf('GET /statement', overviewKeys.lines(account), { account, query: { limit: RECENT_ROWS } }),
  );

/** The newest card charges, of an account that takes cards. */
export const cardsQuery = (account: string) =>
  polled(
    PANELS_EVERY_MS,
    queryOf('GET /card/charges', overviewKeys.cards(account), { account, query: { limit: RECENT_ROWS } }),
  );

/** Figures of thirty days' card charges. */
export const cardFiguresQuery = (account: string) =>
  polled(COUNTS_EVERY_MS, queryOf('GET /card/figures', overviewKeys.cardFigures(account), { account }));
