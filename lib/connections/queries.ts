import { queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import { keyOf, queryOf } from '#lib/api/endpoint-queries.ts';

/** The list's own key, and the first parts of the other queries of this page. */
export const allConnections = ['settings', '', 'accounts'] as const;

export type Connections = Answer<'GET /api/settings/accounts'>;
export type Connection = Connections['items'][number];
export type Report = Answer<'POST /api/settings/accounts/test'>;

/** Health data changes by the minute. */
const REFRESH_LIST_MS = 30_000;

export const connectionsOptions = () =>
  queryOf('GET /api/settings/accounts', {}, { refetchInterval: REFRESH_LIST_MS });

export type RuleChange = Answer<'GET /api/settings/changes'>['items'][number];

/** The pending requests to weaken approval rules, of every account. */
export const changesOptions = () =>
  queryOf('GET /api/settings/changes', {}, { under: allConnections, refetchInterval: REFRESH_LIST_MS });

/** The doctor's last report, if it ran since the server started. */
export function doctorOptions(id: string) {
  const input = { params: { id } };
  return queryOptions({
    queryKey: keyOf('GET /api/settings/accounts/{id}/doctor', input),
    queryFn: async ({ signal }) =>
      (await call('GET /api/settings/accounts/{id}/doctor', { ...input, signal })).report,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
