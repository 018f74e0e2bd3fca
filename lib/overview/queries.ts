import { queryOf } from '#lib/api/endpoint-queries.ts';
import { accountKeys, polled } from '#lib/overview/account-queries.ts';
import { COUNTS_EVERY_MS, PANELS_EVERY_MS } from '#lib/overview/every.ts';
import { allOverview } from '#lib/overview/shell-queries.ts';

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
