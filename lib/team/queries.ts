import { queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';

/** No account's slug stands second: the team is one for all of them. */
export const teamKeys = {
  all: () => ['settings', '', 'team'] as const,
  factors: (id: string) => [...teamKeys.all(), 'factors', id] as const,
  sessions: (id: string) => [...teamKeys.all(), 'sessions', id] as const,
};

export type Team = Answer<'GET /api/settings/team'>;
export type Person = Team['items'][number];
export type RoleOn = Person['roles'][number];
export type Link = Answer<'POST /api/settings/team/{id}/reset'>;

/** The people, and when each was seen, grow old by the minute. */
const LOOK_AGAIN_MS = 30_000;

export const teamOptions = () =>
  queryOptions({ ...queryOf('GET /api/settings/team', teamKeys.all(), {}), refetchInterval: LOOK_AGAIN_MS });

/** A person's proofs beside the password. */
export const personFactorsOptions = (id: string) =>
  queryOptions(queryOf('GET /api/settings/team/{id}/factors', teamKeys.factors(id), { params: { id } }));

/** Where a person is signed in. */
export function personSessionsOptions(id: string) {
  return queryOptions({
    queryKey: teamKeys.sessions(id),
    queryFn: async ({ signal }) =>
      (await call('GET /api/settings/team/{id}/sessions', { params: { id }, signal })).items,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
