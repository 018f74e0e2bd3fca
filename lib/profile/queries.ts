import { queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';

/** The second part, an account's slug, is empty: a profile belongs to no account. */
export const profileKeys = {
  all: () => ['settings', '', 'profile'] as const,
  own: () => [...profileKeys.all(), 'own'] as const,
  passkeys: () => [...profileKeys.all(), 'passkeys'] as const,
  sessions: () => [...profileKeys.all(), 'sessions'] as const,
};

export type Profile = Answer<'GET /api/settings/profile'>;
export type Passkey = Answer<'GET /api/settings/profile/passkeys'>['items'][number];
export type OwnSession = Answer<'GET /api/settings/sessions'>['items'][number];

export const profileOptions = () => queryOptions(queryOf('GET /api/settings/profile', profileKeys.own(), {}));

export const passkeysOptions = () =>
  queryOptions({
    queryKey: profileKeys.passkeys(),
    queryFn: async ({ signal }) => (await call('GET /api/settings/profile/passkeys', { signal })).items,
  });

/** Other sessions may start or end meanwhile. */
export const sessionsOptions = () =>
  queryOptions({
    queryKey: profileKeys.sessions(),
    queryFn: async ({ signal }) => (await call('GET /api/settings/sessions', { signal })).items,
    refetchInterval: 30_000,
  });
