import { queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';

/** The second part, an account's slug, is empty: these queries are about all accounts. */
export const accountKeys = {
  all: () => ['settings', '', 'accounts'] as const,
  list: () => [...accountKeys.all(), 'list'] as const,
  changes: () => [...accountKeys.all(), 'changes'] as const,
  doctor: (id: string) => [...accountKeys.all(), 'doctor', id] as const,
};

export type Connections = Answer<'GET /api/settings/accounts'>;
export type Connection = Connections['items'][number];
export type Report = Answer<'POST /api/settings/accounts/test'>;

/** Health data changes by the minute. */
const REFRESH_LIST_MS = 30_000;

export const connectionsOptions = () =>
  queryOptions({
    ...queryOf('GET /api/settings/accounts', accountKeys.list(), {}),
    refetchInterval: REFRESH_LIST_MS,
  });

export type RuleChange = Answer<'GET /api/settings/changes'>['items'][number];

/** The pending requests to weaken approval rules, of every account. */
export const changesOptions = () =>
  queryOptions({
    ...queryOf('GET /api/settings/changes', accountKeys.changes(), {}),
    refetchInterval: REFRESH_LIST_MS,
  });

/** The doctor's last report, if it ran since the server started. */
export function doctorOptions(id: string) {
  return queryOptions({
    queryKey: accountKeys.doctor(id),
    queryFn: async ({ signal }) =>
      (await call('GET /api/settings/accounts/{id}/doctor', { params: { id }, signal })).report,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
