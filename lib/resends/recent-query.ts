import { queryOptions } from '@tanstack/react-query';
import { queryOf } from '#lib/api/endpoint-queries.ts';
import { isActive } from '#lib/resends/progress.ts';

/** Asked beside the deliveries: apart from what lists and pages of resends ask. */

export const allResends = (account: string) => ['resends', account] as const;

export const RUNNING_MS = 2_500;
export const LOOK_AGAIN_MS = 30_000;

/** The last few, for what is running beside the deliveries. */
export const recentResendsOptions = (account: string) =>
  queryOptions({
    ...queryOf('GET /resends', [...allResends(account), 'recent'] as const, { account, query: { limit: 5 } }),
    refetchInterval: ({ state }) => (state.data?.items.some(isActive) ? RUNNING_MS : LOOK_AGAIN_MS),
  });
