import { queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';

/** The team's own key, and the first parts of the queries about one person. */
export const allTeam = ['settings', '', 'team'] as const;

export type Team = Answer<'GET /api/settings/team'>;
export type Person = Team['items'][number];
export type RoleOn = Person['roles'][number];
export type Link = Answer<'POST /api/settings/team/{id}/reset'>;

/** The list shows when each person was last seen, so it is refreshed. */
const REFRESH_LIST_MS = 30_000;

export const teamOptions = () => queryOf('GET /api/settings/team', {}, { refetchInterval: REFRESH_LIST_MS });

/** A person's second factors. */
export const personFactorsOptions = (id: string) =>
  queryOf('GET /api/settings/team/{id}/factors', { params: { id } });

/** A person's open sessions. */
export const personSessionsOptions = (id: string) =>
  queryOptions({
    queryKey: [...allTeam, id, 'sessions'] as const,
    queryFn: async ({ signal }) =>
      (await call('GET /api/settings/team/{id}/sessions', { params: { id }, signal })).items,
    refetchInterval: REFRESH_LIST_MS,
  });
