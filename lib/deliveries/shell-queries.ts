import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#lib/api/endpoint-queries.ts';

/** Asked by the frame of every page: a module of its own, so that no page brings the queries of another. */

export const allDeliveries = (account: string) => ['deliveries', account] as const;

const LOOK_AGAIN_MS = 60_000;

/**
 * Receivers that take nothing now. The frame's part of the first paint brings them, so that the side bar and a page
 * that shows them begin with the same; a page that does looks more often.
 */
export const incidentsOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /deliveries/incidents', [...allDeliveries(account), 'incidents'] as const, { account }),
    refetchInterval: LOOK_AGAIN_MS,
    staleTime: LOOK_AGAIN_MS / 2,
  });
