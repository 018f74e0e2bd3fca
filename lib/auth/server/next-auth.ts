import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import type { RequestOrigin } from '#lib/api/context.ts';
import {
  COOKIE_OPTIONS,
  CSRF_COOKIE,
  nextAuthSecret,
  openSessionToken,
  SESSION_COOKIE,
} from '#lib/auth/server/cookies.ts';
import type { DevicePeople } from '#lib/auth/server/device-people.ts';
import { ABSOLUTE_SECONDS, readSession, signOut } from '#lib/auth/server/session.ts';
import { type SignInResult, signIn, signInByPasskey } from '#lib/auth/server/sign-in.ts';
import { GuicheError } from '#lib/core/errors.ts';

/**
 * One call of next-auth's routes: its origin, and the error thrown in it. next-auth would put the error into
 * a URL.
 */
export type AuthCall = {
  from: RequestOrigin;
  device: DevicePeople;
  /** The cookie of a completed first step. */
  half?: string | undefined;
  thrown?: unknown;
  /** Set after a right password: the cookie for the second step. */
  halfway?: string;
};

/** next-auth holds the encrypted cookie; the session row decides whether the session is valid. */
export function authOptions(call: AuthCall): NextAuthOptions {
  return {
    secret: nextAuthSecret(),
    jwt: { decode: ({ token }) => openSessionToken(token) },
    session: { strategy: 'jwt', maxAge: ABSOLUTE_SECONDS },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    cookies: {
      sessionToken: { name: SESSION_COOKIE(), options: COOKIE_OPTIONS() },
      csrfToken: { name: CSRF_COOKIE(), options: COOKIE_OPTIONS() },
    },
    // next-auth would log tokens and e-mails with its own errors. Guichê audits its errors.
    logger: { error: () => undefined, warn: () => undefined, debug: () => undefined },
    providers: [
      Credentials({
        credentials: { email: {}, password: {}, otp: {} },
        authorize: (given) => authorize(given ?? {}, call),
      }),
      Credentials({
        id: 'passkey',
        credentials: { assertion: {} },
        authorize: async (given) =>
          handOver(await hideError(call, () => byPasskey(given?.assertion, call)), call),
      }),
    ],
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid === 'string')
          await hideError(call, () => signOut(String(token.sid), call.from));
      },
    },
    callbacks: {
      jwt: async ({ token, user }) => {
        if (user) return { sub: user.id, sid: (user as { sid?: string }).sid };
        if (typeof token.sid !== 'string' || (await readSession(token.sid)) === null)
          throw new Error('ended');
        return token;
      },
      // next-auth's own redirect throws on a URL that it cannot parse.
      redirect: ({ url, baseUrl }) => {
        const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : null;
        return target?.origin === baseUrl ? target.href : baseUrl;
      },
      session: ({ session }) => ({ expires: session.expires }),
    },
  };
}

/**
 * Keeps the error's text from next-auth: stores the error in the call, whose caller answers it, and throws a
 * neutral one.
 */
async function hideError<T>(call: AuthCall, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    call.thrown = thrown;
    throw new Error('unavailable');
  }
}

async function authorize(given: Record<string, string | undefined>, call: AuthCall) {
  const { address, userAgent } = call.from;
  const result = await hideError(call, () =>
    signIn({
      email: String(given.email ?? '').slice(0, 200),
      password: String(given.password ?? '').slice(0, 256),
      otp: String(given.otp ?? '')
        .trim()
        .slice(0, 40),
      address,
      userAgent,
      device: call.device,
      half: call.half,
    }),
  );
  return handOver(result, call);
}

function byPasskey(assertion: string | undefined, call: AuthCall): Promise<SignInResult> {
  let read: unknown = null;
  try {
    read = JSON.parse(assertion ?? '');
  } catch {
    // Invalid JSON is refused below like a wrong answer.
  }
  return signInByPasskey(read, { ...call.from, device: call.device });
}

/**
 * The identity for next-auth's cookie. A refused sign-in returns null or throws a word of the closed list.
 */
function handOver(result: SignInResult, call: AuthCall) {
  if (result.ok) return { id: result.operatorId, name: null, email: null, sid: result.sessionId };
  if (result.waitSeconds > 0)
    call.thrown = new GuicheError('rate_limited', 'Too many tries.', {
      retryAfterSeconds: result.waitSeconds,
    });
  else if (result.why !== undefined) {
    if (result.half !== undefined) call.halfway = result.half;
    throw new Error(result.why);
  }
  return null;
}
