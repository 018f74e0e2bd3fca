import { queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import { queryOf } from '#lib/api/endpoint-queries.ts';

/** The profile's own key, and the first parts of the other queries of this page. */
export const allProfile = ['settings', '', 'profile'] as const;

export type Profile = Answer<'GET /api/settings/profile'>;
export type Passkey = Answer<'GET /api/settings/profile/passkeys'>['items'][number];
export type OwnSession = Answer<'GET /api/settings/sessions'>['items'][number];

export const profileOptions = () => queryOf('GET /api/settings/profile', {});

export const passkeysOptions = () =>
  queryOptions({
    queryKey: [...allProfile, 'passkeys'] as const,
    queryFn: async ({ signal }) => (await call('GET /api/settings/profile/passkeys', { signal })).items,
  });

/** Other sessions may start or end meanwhile. */
export const sessionsOptions = () =>
  queryOptions({
    queryKey: [...allProfile, 'sessions'] as const,
    queryFn: async ({ signal }) => (await call('GET /api/settings/sessions', { signal })).items,
    refetchInterval: 30_000,
  });
