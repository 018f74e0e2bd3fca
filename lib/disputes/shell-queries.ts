import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#lib/api/endpoint-queries.ts';
import { shouldRetry } from '#lib/api/query-client.ts';

/** Asked by the frame of every page: a module of its own, so that no page brings the queries of another. */

export const allDisputes = (account: string) => ['disputes', account] as const;

export const LOOK_AGAIN_MS = 30_000;
export const whileOnScreen = { refetchInterval: LOOK_AGAIN_MS, staleTime: LOOK_AGAIN_MS / 2 };

export const FIRST_DUE_QUERY = { state: 'open', limit: 4 } as const;

/** The first four by deadline: navigation, overview. */
export const firstDueOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /disputes', [...allDisputes(account), 'first'] as const, {
      account,
      query: FIRST_DUE_QUERY,
    }),
    ...whileOnScreen,
    retry: shouldRetry,
  });
