import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import { PANELS_EVERY_MS } from '#lib/overview/every.ts';

/** Asked by the frame of every page: a module of its own, so that no page brings the queries of another. */

export const allOverview = (account: string) => ['overview', account] as const;

/** Asked on every page of the account; what changes it is told live. */
export const blockQuery = (account: string) =>
  queryOptions({
    ...queryOf('GET /block', [...allOverview(account), 'block'] as const, { account }),
    staleTime: PANELS_EVERY_MS,
    retry: shouldRetry,
  });
