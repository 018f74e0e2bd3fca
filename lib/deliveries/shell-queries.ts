import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#lib/api/endpoint-queries.ts';

/** Asked by the frame of every page: a module of its own, so that no page brings the queries of another. */

export const allDeliveries = (account: string) => ['deliveries', account] as const;

const ATTENTION_MS = 60_000;

/**
 * Receivers that take nothing now, asked seldom for the side bar of every page. A key of its own: the side bar comes
 * to life before the page does, and what it read by then must not stand in the page where the server wrote something
 * older.
 */
export const attentionOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /deliveries/incidents', [...allDeliveries(account), 'attention'] as const, { account }),
    refetchInterval: ATTENTION_MS,
    staleTime: ATTENTION_MS / 2,
  });
