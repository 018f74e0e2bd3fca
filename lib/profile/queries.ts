import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';

/** No account's slug stands second: these are read above all of them. */
export const profileKeys = {
  all: () => ['settings', '', 'profile'] as const,
  own: () => [...profileKeys.all(), 'own'] as const,
  passkeys: () => [...profileKeys.all(), 'passkeys'] as const,
  sessions: () => [...profileKeys.all(), 'sessions'] as const,
};

export type Profile = OutputOf<Endpoints['GET /api/settings/profile'], 'response'>;
export type Passkey = OutputOf<Endpoints['GET /api/settings/profile/passkeys'], 'response'>['items'][number];
export type OwnSession = OutputOf<Endpoints['GET /api/settings/sessions'], 'response'>['items'][number];

export const profileOptions = () =>
  queryOptions({
    queryKey: profileKeys.own(),
    queryFn: ({ signal }) => call('GET /api/settings/profile', { signal }),
  });

export const passkeysOptions = () =>
  queryOptions({
    queryKey: profileKeys.passkeys(),
    queryFn: async ({ signal }) => (await call('GET /api/settings/profile/passkeys', { signal })).items,
  });

/** Others may sign in, or be signed out, meanwhile. */
export const sessionsOptions = () =>
  queryOptions({
    queryKey: profileKeys.sessions(),
    queryFn: async ({ signal }) => (await call('GET /api/settings/sessions', { signal })).items,
    refetchInterval: 30_000,
  });
