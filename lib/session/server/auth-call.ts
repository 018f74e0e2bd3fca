import 'server-only';
import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { ATTEMPT_BYTES } from '#lib/api/endpoint.ts';
import { readBody } from '#lib/api/read-body.ts';
import { originOf } from '#lib/api/request-origin.ts';
import { checkOrigin } from '#lib/api/steps/origin.ts';
import { readJson, refuseOddText } from '#lib/api/steps/parse.ts';
import { respondNotAllowed, respondProblem } from '#lib/api/steps/respond.ts';
import {
  COOKIE_OPTIONS,
  DEVICE_COOKIE,
  dropCookie,
  HALF_COOKIE,
  openSessionToken,
  type ReadCookie,
  SESSION_COOKIE,
  setCookie,
  withCookies,
} from '#lib/auth/server/cookies.ts';
import { isKnownOn, readDevice } from '#lib/auth/server/device-people.ts';
import { type AuthCall, authOptions } from '#lib/auth/server/next-auth.ts';
import { ownPath } from '#lib/auth/server/own-path.ts';
import { endReplaced, HALF_SECONDS, markDevice } from '#lib/auth/server/session-cookies.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { asLocale } from '#lib/core/i18n/locales.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';

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
/** The words allowed as `error=` in an address. next-auth would put other text there. */
const ERROR_WORDS =
  /^(CredentialsSignin|SessionRequired|wait-\d{1,4}|unavailable|ended|no-account|network|otp_required|otp_refused|passkey_refused)$/;

/**
 * Serves next-auth's routes; every other API route goes through the API router. Failures become problems here
 * too.
 */
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
    const given = request.method === 'POST' ? await bounded(request) : request;
    const form =
      request.method === 'POST' ? await ownForm(given.clone() as NextRequest) : new URLSearchParams();
    const response: Response = await NextAuth(given as never, context as never, authOptions(call));
    if (call.thrown !== undefined) return await toSender(respondProblem(call.thrown, locale, from.id), form);
    if (request.method === 'POST') await welcome(response, call, form, cookie);
    return withClosedWords(response);
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

/**
 * The request's form fields. A browser always sends Origin with a POST, so a present one is checked; other
 * clients still need the form token.
 */
async function ownForm(request: NextRequest): Promise<URLSearchParams> {
  if (request.headers.has('origin')) checkOrigin(request.method, request.headers);
  const isJson = /^application\/json/i.test(request.headers.get('content-type') ?? '');
  const given = isJson
    ? Object.entries((await readJson(request, ATTEMPT_BYTES)) ?? {})
    : [...new URLSearchParams(await request.text())];
  refuseOddText(given);
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
}

/**
 * After a sign-in: ends the session that the cookie replaces and marks the device. After a first step: sets
 * the cookie for the second.
 */
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

/**
 * After the second step on a browser that is new for the person, a page about the new device comes before the
 * requested one.
 */
function redirectToNewDevice(answer: Response, form: URLSearchParams): void {
  const location = answer.headers.get('location');
  const second = form.has('assertion') || (form.get('otp') ?? '') !== '';
  if (location === null || !second) return;
  const to = new URL('/sign-in/new-device', settings().url);
  to.searchParams.set('callbackUrl', ownPath(location));
  answer.headers.set('location', to.href);
}

/** Answers a script with the problem and a form with a redirect. Both name the error by an allowed word. */
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
function withClosedWords(answer: Response): Response {
  const location = answer.headers.get('location');
  if (location !== null) answer.headers.set('location', closed(location));
  return answer;
}

function closed(address: string): string {
  const url = URL.canParse(address, settings().url) ? new URL(address, settings().url) : null;
  if (url === null || ERROR_WORDS.test(url.searchParams.get('error') ?? 'ended')) return address;
  url.searchParams.set('error', 'CredentialsSignin');
  return url.href;
}
