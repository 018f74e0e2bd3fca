import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';

/** No account's slug stands second: these are read above all of them. */
export const accountKeys = {
  all: () => ['settings', '', 'accounts'] as const,
  list: () => [...accountKeys.all(), 'list'] as const,
  changes: () => [...accountKeys.all(), 'changes'] as const,
  doctor: (id: string) => [...accountKeys.all(), 'doctor', id] as const,
};

export type Connections = OutputOf<Endpoints['GET /api/settings/accounts'], 'response'>;
export type Connection = Connections['items'][number];
export type Report = OutputOf<Endpoints['POST /api/settings/accounts/test'], 'response'>;

/** Health grows old by the minute. */
const LOOK_AGAIN_MS = 30_000;

export function connectionsOptions() {
  return queryOptions({
    queryKey: accountKeys.list(),
    queryFn: ({ signal }) => call('GET /api/settings/accounts', { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export type RuleChange = OutputOf<Endpoints['GET /api/settings/changes'], 'response'>['items'][number];

/** Weaker approval rules that wait, of every account. */
export function changesOptions() {
  return queryOptions({
    queryKey: accountKeys.changes(),
    queryFn: ({ signal }) => call('GET /api/settings/changes', { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** The doctor's last report, if it looked since the server started. */
export function doctorOptions(id: string) {
  return queryOptions({
    queryKey: accountKeys.doctor(id),
    queryFn: async ({ signal }) =>
      (await call('GET /api/settings/accounts/{id}/doctor', { params: { id }, signal })).report,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
