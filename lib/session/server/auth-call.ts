import 'server-only';
import { NextRequest } from 'next/server';
import type { NextAuthOptions } from 'next-auth';
import NextAuth from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { originOf, type RequestOrigin } from '#lib/api/context.ts';
import { ATTEMPT_BYTES } from '#lib/api/endpoint.ts';
import { checkOrigin } from '#lib/api/steps/authorize.ts';
import { readBody, readJson, refuseOddText } from '#lib/api/steps/parse.ts';
import { respondNotAllowed, respondProblem } from '#lib/api/steps/respond.ts';
import {
  COOKIE_OPTIONS,
  CSRF_COOKIE,
  DEVICE_COOKIE,
  dropCookie,
  HALF_COOKIE,
  nextAuthSecret,
  openSessionToken,
  type ReadCookie,
  SESSION_COOKIE,
  setCookie,
  withCookies,
} from '#lib/auth/server/cookies.ts';
import { ABSOLUTE_SECONDS, readSession, signOut } from '#lib/auth/server/session.ts';
import {
  type DevicePeople,
  endReplaced,
  HALF_SECONDS,
  isKnownOn,
  markDevice,
  readDevice,
} from '#lib/auth/server/session-cookies.ts';
import { type SignInResult, signIn, signInByPasskey } from '#lib/auth/server/sign-in.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError, orNull } from '#lib/core/errors.ts';
import { asLocale } from '#lib/core/i18n/locales.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { ownPath } from '#lib/session/server/sign-in-page.ts';

type Context = { params: Promise<{ nextauth: string[] }> };

/** The next-auth routes in use; the others answer `not_found`. */
const ANSWERED = lookupTable<readonly string[]>({
  csrf: ['GET'],
  session: ['GET'],
  signin: ['GET'],
  error: ['GET'],
  signout: ['POST'],
  'callback/credentials': ['POST'],
  'callback/passkey': ['POST'],
});
/** The values allowed as `error=` in an address. next-auth would put other text there. */
const ERROR_CODES =
  /^(CredentialsSignin|SessionRequired|wait-\d{1,4}|unavailable|ended|no-account|network|otp_required|otp_refused|passkey_refused)$/;

/** Serves next-auth's routes; all others go through the API router. Failures become problems here too. */
export const authCall = (request: NextRequest, context: Context): Promise<Response> =>
  withCookies(() => answer(request, context));

async function answer(request: NextRequest, context: Context): Promise<Response> {
  const from = originOf(request.headers);
  const cookie = (name: string) => request.cookies.get(name)?.value;
  const call: AuthCall = { from, device: readDevice(cookie(DEVICE_COOKIE())), half: cookie(HALF_COOKIE()) };
  const locale = asLocale(cookie('locale'));
  try {
    const allowed = ANSWERED[(await context.params).nextauth.join('/')];
    if (allowed === undefined) throw new GuicheError('not_found', 'No such address.');
    if (!allowed.includes(request.method)) return respondNotAllowed(allowed, locale, from.id);
    const posts = request.method === 'POST';
    const received = posts ? await bounded(request) : request;
    const form = posts ? await ownForm(received.clone() as NextRequest) : new URLSearchParams();
    const response: Response = await NextAuth(received as never, context as never, authOptions(call));
    if (call.thrown !== undefined) return await toSender(respondProblem(call.thrown, locale, from.id), form);
    if (posts) await welcome(response, call, form, cookie);
    return withKnownError(response);
  } catch (thrown) {
    return respondProblem(thrown, locale, from.id);
  }
}

/** next-auth reads a body without a limit, so this returns the same request with a body of bounded size. */
async function bounded(request: NextRequest): Promise<NextRequest> {
  const body = await readBody(request, ATTEMPT_BYTES, `The body is larger than ${ATTEMPT_BYTES} bytes.`);
  const { method, headers } = request;
  return new NextRequest(request.url, { method, headers, body: new Uint8Array(body) });
}

/** The request's form fields. A browser's POST has Origin, which is checked; others need the form token. */
async function ownForm(request: NextRequest): Promise<URLSearchParams> {
  if (request.headers.has('origin')) checkOrigin(request.method, request.headers);
  const isJson = /^application\/json/i.test(request.headers.get('content-type') ?? '');
  const received = isJson
    ? Object.entries((await readJson(request, ATTEMPT_BYTES)) ?? {})
    : [...new URLSearchParams(await request.text())];
  refuseOddText(received);
  return new URLSearchParams(received.map(([name, value]): [string, string] => [name, String(value)]));
}

/** Ends the session that a sign-in's cookie replaces and marks the device; a first step gets its cookie. */
async function welcome(
  answer: Response,
  { halfway, device }: AuthCall,
  form: URLSearchParams,
  cookie: ReadCookie,
): Promise<void> {
  if (halfway !== undefined) setCookie(HALF_COOKIE(), halfway, { ...COOKIE_OPTIONS(), maxAge: HALF_SECONDS });
  const session = answer.headers.getSetCookie().find((line) => line.startsWith(`${SESSION_COOKIE()}=`));
  const token = session?.split(';')[0]?.split('=')[1];
  const claims = await openSessionToken(token);
  if (claims?.sub === undefined) return;
  dropCookie(HALF_COOKIE());
  await endReplaced(String(claims.sid), cookie);
  markDevice(claims.sub, cookie);
  if (!isKnownOn(device, claims.sub)) redirectToNewDevice(answer, form);
}

/** After the second step on a browser new for the person, the page about the new device comes first. */
function redirectToNewDevice(answer: Response, form: URLSearchParams): void {
  const location = answer.headers.get('location');
  const second = form.has('assertion') || (form.get('otp') ?? '') !== '';
  if (location === null || !second) return;
  const to = new URL('/sign-in/new-device', settings().url);
  to.searchParams.set('callbackUrl', ownPath(location));
  answer.headers.set('location', to.href);
}

/** Answers a script with the problem and a form with a redirect. Both name the error by an allowed code. */
async function toSender(problem: Response, form: URLSearchParams): Promise<Response> {
  const { retryAfterSeconds: wait, ...rest } = await problem.clone().json();
  const to = new URL('/sign-in', settings().url);
  to.searchParams.set('error', wait > 0 && problem.status === 429 ? `wait-${wait}` : 'unavailable');
  const callbackUrl = form.get('callbackUrl');
  if (callbackUrl !== null) to.searchParams.set('callbackUrl', callbackUrl);
  if (form.get('json') !== 'true')
    return new Response(null, {
      status: 303,
      headers: { location: to.href, 'cache-control': 'private, no-store' },
    });
  const body = { ...rest, ...(wait === undefined ? {} : { retryAfterSeconds: wait }), url: to.href };
  return new Response(JSON.stringify(body), { status: problem.status, headers: problem.headers });
}

/** Replaces an unknown `error` in a redirect by the general one. */
function withKnownError(answer: Response): Response {
  const location = answer.headers.get('location') ?? '';
  const url = URL.canParse(location, settings().url) ? new URL(location, settings().url) : null;
  if (url !== null && !ERROR_CODES.test(url.searchParams.get('error') ?? 'ended')) {
    url.searchParams.set('error', 'CredentialsSignin');
    answer.headers.set('location', url.href);
  }
  return answer;
}

/** A call of next-auth's routes: its origin, and the error in it, which next-auth would put into a URL. */
type AuthCall = {
  from: RequestOrigin;
  device: DevicePeople;
  /** The cookie of a completed first step. */
  half?: string | undefined;
  thrown?: unknown;
  /** Set after a right password: the cookie for the second step. */
  halfway?: string;
};

/** next-auth holds the encrypted cookie; the session row decides whether the session is valid. */
function authOptions(call: AuthCall): NextAuthOptions {
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
        authorize: (received) => authorize(received ?? {}, call),
      }),
      Credentials({
        id: 'passkey',
        credentials: { assertion: {} },
        authorize: async (received) =>
          handOver(await hideError(call, () => byPasskey(received?.assertion, call)), call),
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

/** Hides an error from next-auth: the call stores it for its caller, and a neutral one is thrown. */
async function hideError<T>(call: AuthCall, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    call.thrown = thrown;
    throw new Error('unavailable');
  }
}

async function authorize(received: Record<string, string | undefined>, call: AuthCall) {
  const result = await hideError(call, () =>
    signIn({
      ...call.from,
      email: String(received.email ?? '').slice(0, 200),
      password: String(received.password ?? '').slice(0, 256),
      otp: String(received.otp ?? '')
        .trim()
        .slice(0, 40),
      device: call.device,
      half: call.half,
    }),
  );
  return handOver(result, call);
}

/** Invalid JSON is refused like a wrong answer. */
const byPasskey = (assertion: string | undefined, call: AuthCall): Promise<SignInResult> =>
  signInByPasskey(
    orNull(() => JSON.parse(assertion ?? '')),
    { ...call.from, device: call.device },
  );

/** The identity for next-auth's cookie. A refusal is null or throws a code of the closed list. */
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
