import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#lib/api/endpoint-queries.ts';

/** Queries of every page's frame, in their own module so that no page loads another page's queries. */

export const allDeliveries = (account: string) => ['deliveries', account] as const;

const REFRESH_LIST_MS = 60_000;

/**
 * Failing receivers. The frame prefetches them, so that the side bar and a page that lists them start with
 * the same data; such a page polls more often.
 */
export const incidentsOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /deliveries/incidents', [...allDeliveries(account), 'incidents'] as const, { account }),
    refetchInterval: REFRESH_LIST_MS,
    staleTime: REFRESH_LIST_MS / 2,
  });
