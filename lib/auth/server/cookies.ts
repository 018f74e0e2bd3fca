import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { parseCookie, type SerializeOptions, stringifySetCookie } from 'cookie';
import { decode, type JWT } from 'next-auth/jwt';
import { deriveKey, masterSecrets } from '#lib/core/env/secret.ts';
import { settings } from '#lib/core/env/settings.ts';

/** The decoded value of a request's cookie; undefined when the request has none of this name. */
export type ReadCookie = (name: string) => string | undefined;

export function readCookie(headers: Headers): ReadCookie {
  const cookies = parseCookie(headers.get('cookie') ?? '');
  return (name) => cookies[name];
}

/** With https every cookie is `__Host-`: bound to this host and never sent unencrypted. */
const secure = () => settings().url.startsWith('https:');
const named = (name: string) => (secure() ? `__Host-${name}` : name);

export const SESSION_COOKIE = () => named('guiche.session');
export const CSRF_COOKIE = () => named('guiche.csrf');
/** Lives while the browser is at the single sign-on issuer. */
export const SIGN_ON_COOKIE = () => named('guiche.sign-on');
/** Lives between a right password and the second factor's code. */
export const HALF_COOKIE = () => named('guiche.half');
export const DEVICE_COOKIE = () => named('guiche.device');
export const COOKIE_OPTIONS = () => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: secure(),
});

/** `Set-Cookie` lines of the response in progress. */
const answerCookies = new AsyncLocalStorage<string[]>();

/** Runs a route handler. The cookies it sets are added to its response. */
export async function withCookies(work: () => Promise<Response>): Promise<Response> {
  const lines: string[] = [];
  const response = await answerCookies.run(lines, work);
  for (const line of lines) response.headers.append('set-cookie', line);
  return response;
}

/** Sets a cookie on the response. Works only inside `withCookies`. */
export function setCookie(name: string, value: string, options: SerializeOptions): void {
  const lines = answerCookies.getStore();
  if (lines === undefined) throw new Error('No request to answer with a cookie.');
  lines.push(stringifySetCookie({ name, value, ...options }));
}

/** Deletes a cookie. Without the attributes it was set with, browsers ignore this for `__Host-` cookies. */
export const dropCookie = (name: string) => setCookie(name, '', { ...COOKIE_OPTIONS(), maxAge: 0 });

/** next-auth's secret: it encrypts session tokens and hashes form tokens. */
export const nextAuthSecret = (master?: string) => deriveKey('next-auth', master).toString('base64url');

/** What next-auth needs to make and check the token of its forms. */
export const csrfOptions = () => ({
  secret: nextAuthSecret(),
  cookies: { csrfToken: { name: CSRF_COOKIE(), options: COOKIE_OPTIONS() } },
  providers: [],
});

/** The claims of a session token, encrypted with the current or previous secret; null for any other. */
export async function openSessionToken(token: string | undefined): Promise<JWT | null> {
  if (token === undefined || token === '') return null;
  for (const master of masterSecrets()) {
    const claims = await decode({ token, secret: nextAuthSecret(master) }).catch(() => null);
    if (claims !== null) return claims;
  }
  return null;
}
