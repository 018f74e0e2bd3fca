import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { parseCookie, type SerializeOptions, stringifySetCookie } from 'cookie';
import { decode, type JWT } from 'next-auth/jwt';
import { deriveKey, masterSecrets } from '#lib/core/env/secret.ts';
import { settings } from '#lib/core/env/settings.ts';

/** Value of a request's cookie, decoded; undefined: it has none of this name. */
export type ReadCookie = (name: string) => string | undefined;

export function readCookie(headers: Headers): ReadCookie {
  const cookies = parseCookie(headers.get('cookie') ?? '');
  return (name) => cookies[name];
}

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

/** `Set-Cookie` lines of the answer that is being made. */
const answerCookies = new AsyncLocalStorage<string[]>();

/** Runs a route handler's work; the cookies that it sets leave with its answer. */
export async function withCookies(work: () => Promise<Response>): Promise<Response> {
  const lines: string[] = [];
  const response = await answerCookies.run(lines, work);
  for (const line of lines) response.headers.append('set-cookie', line);
  return response;
}

/** For code that `withCookies` runs. */
export function setCookie(name: string, value: string, options: SerializeOptions): void {
  const lines = answerCookies.getStore();
  if (lines === undefined) throw new Error('No request to answer with a cookie.');
  lines.push(stringifySetCookie({ name, value, ...options }));
}

/** With the attributes it was set with: a browser ignores what would take a `__Host-` cookie away without them. */
export const dropCookie = (name: string) => setCookie(name, '', { ...COOKIE_OPTIONS(), maxAge: 0 });

/** The key next-auth encrypts session tokens and hashes its form tokens with. */
export const nextAuthSecret = (master?: string) => deriveKey('next-auth', master).toString('base64url');

/** What next-auth needs to make and check the token of its forms. */
export const csrfOptions = () => ({
  secret: nextAuthSecret(),
  cookies: { csrfToken: { name: CSRF_COOKIE(), options: COOKIE_OPTIONS() } },
  providers: [],
});

/** The claims of a session's token, sealed with the current or the previous secret; null: it is not ours. */
export async function openSessionToken(token: string | undefined): Promise<JWT | null> {
  if (token === undefined || token === '') return null;
  for (const master of masterSecrets()) {
    const claims = await decode({ token, secret: nextAuthSecret(master) }).catch(() => null);
    if (claims !== null) return claims;
  }
  return null;
}
