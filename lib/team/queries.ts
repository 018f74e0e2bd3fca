import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';

/** No account's slug stands second: the team is one for all of them. */
export const teamKeys = {
  all: () => ['settings', '', 'team'] as const,
  factors: (id: string) => [...teamKeys.all(), 'factors', id] as const,
  sessions: (id: string) => [...teamKeys.all(), 'sessions', id] as const,
};

export type Team = OutputOf<Endpoints['GET /api/settings/team'], 'response'>;
export type Person = Team['items'][number];
export type RoleOn = Person['roles'][number];
export type Link = OutputOf<Endpoints['POST /api/settings/team/{id}/reset'], 'response'>;

/** The people, and when each was seen, grow old by the minute. */
const LOOK_AGAIN_MS = 30_000;

export function teamOptions() {
  return queryOptions({
    queryKey: teamKeys.all(),
    queryFn: ({ signal }) => call('GET /api/settings/team', { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** A person's proofs beside the password. */
export function personFactorsOptions(id: string) {
  return queryOptions({
    queryKey: teamKeys.factors(id),
    queryFn: ({ signal }) => call('GET /api/settings/team/{id}/factors', { params: { id }, signal }),
  });
}

/** Where a person is signed in. */
export function personSessionsOptions(id: string) {
  return queryOptions({
    queryKey: teamKeys.sessions(id),
    queryFn: async ({ signal }) =>
      (await call('GET /api/settings/team/{id}/sessions', { params: { id }, signal })).items,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
