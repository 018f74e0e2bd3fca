import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import { shouldRetry } from '#lib/api/query-client.ts';
import type { ViewPage } from '#lib/views/contract.ts';

/** The saved views of one list: the operator's own and the shared ones, sorted by name. */
export function viewsOptions(account: string, page: ViewPage) {
  return queryOptions({
    queryKey: ['views', account, page] as const,
    queryFn: async ({ signal }) => {
      const { items } = await call('GET /api/settings/views', { query: { account, page }, signal });
      return items;
    },
    staleTime: 60_000,
    // Never collected: nothing observes the query while the menu is closed, and it must open at once.
    gcTime: Number.POSITIVE_INFINITY,
    retry: shouldRetry,
  });
}
