import 'server-only';
import { deriveKey } from '#lib/auth/server/secret.ts';
import { settings } from '#lib/env/settings.ts';

/** With https every cookie is `__Host-`: bound to this host, never sent in clear. */
const secure = () => settings().url.startsWith('https:');
const named = (name: string) => (secure() ? `__Host-${name}` : name);

export const SESSION_COOKIE = () => named('guiche.session');
export const CSRF_COOKIE = () => named('guiche.csrf');
export const DEVICE_COOKIE = () => named('guiche.device');
export const COOKIE_OPTIONS = () => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: secure(),
});

/** The key next-auth encrypts session tokens and hashes its form tokens with. */
export const nextAuthSecret = () => deriveKey('next-auth').toString('base64url');
