import 'server-only';
import { type SerializeOptions, stringifySetCookie } from 'cookie';
import { decode, type JWT } from 'next-auth/jwt';
import { deriveKey, masterSecrets } from '#lib/env/secret.ts';
import { settings } from '#lib/env/settings.ts';
import { requestContext } from '#lib/telemetry/request-context.ts';

/** Value of a request's cookie, decoded; undefined: it has none of this name. */
export type ReadCookie = (name: string) => string | undefined;

/** With https every cookie is `__Host-`: bound to this host, never sent in clear. */
const secure = () => settings().url.startsWith('https:');
const named = (name: string) => (secure() ? `__Host-${name}` : name);

export const SESSION_COOKIE = () => named('guiche.session');
export const CSRF_COOKIE = () => named('guiche.csrf');
/** On the way to the issuer of single sign-on and back. */
export const SIGN_ON_COOKIE = () => named('guiche.sign-on');
/** Between a right password and its code. */
export const HALF_COOKIE = () => named('guiche.half');
export const DEVICE_COOKIE = () => named('guiche.device');
export const COOKIE_OPTIONS = () => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: secure(),
});

/** Sent with the answer to the request that runs, whoever makes that (`scripts/own-answers.ts`). */
export function setCookie(name: string, value: string, options: SerializeOptions): void {
  const request = requestContext();
  if (request === null) throw new Error('No request to answer with a cookie.');
  request.cookies = [...(request.cookies ?? []), stringifySetCookie({ name, value, ...options })];
}

/** With the attributes it was set with: a browser ignores what would take a `__Host-` cookie away without them. */
export const dropCookie = (name: string) => setCookie(name, '', { ...COOKIE_OPTIONS(), maxAge: 0 });

/** The key next-auth encrypts session tokens and hashes its form tokens with. */
export const nextAuthSecret = (master?: string) => deriveKey('next-auth', master).toString('base64url');

/** The claims of a session's token, sealed with the current or the previous secret; null: it is not ours. */
export async function openSessionToken(token: string | undefined): Promise<JWT | null> {
  if (token === undefined || token === '') return null;
  for (const master of masterSecrets()) {
    const claims = await decode({ token, secret: nextAuthSecret(master) }).catch(() => null);
    if (claims !== null) return claims;
  }
  return null;
}
