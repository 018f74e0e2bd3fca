import { queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';

/** The second part, an account's slug, is empty: the team is shared by all accounts. */
export const teamKeys = {
  all: () => ['settings', '', 'team'] as const,
  factors: (id: string) => [...teamKeys.all(), 'factors', id] as const,
  sessions: (id: string) => [...teamKeys.all(), 'sessions', id] as const,
};

export type Team = Answer<'GET /api/settings/team'>;
export type Person = Team['items'][number];
export type RoleOn = Person['roles'][number];
export type Link = Answer<'POST /api/settings/team/{id}/reset'>;

/** The list shows when each person was last seen, so it is refreshed. */
const REFRESH_LIST_MS = 30_000;

export const teamOptions = () =>
  queryOptions({
    ...queryOf('GET /api/settings/team', teamKeys.all(), {}),
    refetchInterval: REFRESH_LIST_MS,
  });

/** A person's second factors. */
export const personFactorsOptions = (id: string) =>
  queryOptions(queryOf('GET /api/settings/team/{id}/factors', teamKeys.factors(id), { params: { id } }));

/** A person's open sessions. */
export function personSessionsOptions(id: string) {
  return queryOptions({
    queryKey: teamKeys.sessions(id),
    queryFn: async ({ signal }) =>
      (await call('GET /api/settings/team/{id}/sessions', { params: { id }, signal })).items,
    refetchInterval: REFRESH_LIST_MS,
  });
}
