import { queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';

/** No account's slug stands second: these are read above all of them. */
export const accountKeys = {
  all: () => ['settings', '', 'accounts'] as const,
  list: () => [...accountKeys.all(), 'list'] as const,
  changes: () => [...accountKeys.all(), 'changes'] as const,
  doctor: (id: string) => [...accountKeys.all(), 'doctor', id] as const,
};

export type Connections = Answer<'GET /api/settings/accounts'>;
export type Connection = Connections['items'][number];
export type Report = Answer<'POST /api/settings/accounts/test'>;

/** Health grows old by the minute. */
const LOOK_AGAIN_MS = 30_000;

export const connectionsOptions = () =>
  queryOptions({
    ...queryOf('GET /api/settings/accounts', accountKeys.list(), {}),
    refetchInterval: LOOK_AGAIN_MS,
  });

export type RuleChange = Answer<'GET /api/settings/changes'>['items'][number];

/** Weaker approval rules that wait, of every account. */
export const changesOptions = () =>
  queryOptions({
    ...queryOf('GET /api/settings/changes', accountKeys.changes(), {}),
    refetchInterval: LOOK_AGAIN_MS,
  });

/** The doctor's last report, if it looked since the server started. */
export function doctorOptions(id: string) {
  return queryOptions({
    queryKey: accountKeys.doctor(id),
    queryFn: async ({ signal }) =>
      (await call('GET /api/settings/accounts/{id}/doctor', { params: { id }, signal })).report,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
