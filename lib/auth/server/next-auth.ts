import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import {
  COOKIE_OPTIONS,
  CSRF_COOKIE,
  DEVICE_COOKIE,
  nextAuthSecret,
  SESSION_COOKIE,
} from '#lib/auth/server/cookies.ts';
import { verifySigned } from '#lib/auth/server/seal.ts';
import { readSession } from '#lib/auth/server/session.ts';
import { signIn } from '#lib/auth/server/sign-in.ts';

const SEVEN_DAYS = 7 * 86_400;

/** next-auth holds the encrypted cookie; the session row decides whether it still means anything. */
export function authOptions(): NextAuthOptions {
  return {
    secret: nextAuthSecret(),
    session: { strategy: 'jwt', maxAge: SEVEN_DAYS },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    cookies: {
      sessionToken: { name: SESSION_COOKIE(), options: COOKIE_OPTIONS() },
      csrfToken: { name: CSRF_COOKIE(), options: COOKIE_OPTIONS() },
    },
    // next-auth would print tokens and e-mails with its own errors; ours are audited.
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, otp: {} },
        authorize: (given, request) => authorize(given ?? {}, request.headers ?? {}),
      }),
    ],
    callbacks: {
      jwt: async ({ token, user }) => {
        if (user) return { sub: user.id, sid: (user as { sid?: string }).sid };
        if (typeof token.sid !== 'string' || (await readSession(token.sid)) === null)
          throw new Error('ended');
        return token;
      },
      // next-auth's own throws at an address it cannot read.
      redirect: ({ url, baseUrl }) => {
        const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
        return target?.origin === baseUrl ? target.href : baseUrl;
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
  };
}

type Headers = Record<string, unknown>;

async function authorize(given: Record<string, string | undefined>, headers: Headers) {
  const text = (name: string) => (typeof headers[name] === 'string' ? (headers[name] as string) : null);
  const result = await signIn({
    email: String(given.email ?? '').slice(0, 200),
    password: String(given.password ?? '').slice(0, 256),
    address: text('x-guiche-client-address'),
    userAgent: text('user-agent'),
    deviceOf: deviceOf(text('cookie')),
  });
  if (result.ok) return { id: result.operatorId, name: null, email: null, sid: result.sessionId };
  if (result.waitSeconds > 0) throw new Error(`wait-${result.waitSeconds}`);
  return null;
}

function deviceOf(cookies: string | null): string | null {
  const pair = (cookies ?? '').split('; ').find((part) => part.startsWith(`${DEVICE_COOKIE()}=`));
  return pair === undefined
    ? null
    : verifySigned(decodeURIComponent(pair.slice(pair.indexOf('=') + 1)), 'device');
}
