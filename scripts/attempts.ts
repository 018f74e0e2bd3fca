import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressGroup } from '#lib/auth/address-group.ts';
import type { Settings } from '#lib/env/settings.ts';
import { type Caller, createAttemptGate } from './attempt-gate.ts';
import { sendProblem } from './own-answers.ts';
import { pathOf } from './request-path.ts';

const SIGN_IN = '/api/auth/callback/credentials';
const PASSKEY = '/api/auth/callback/passkey';
const ATTEMPTS = [
  ...[SIGN_IN, PASSKEY, '/api/passkeys/options', '/api/set-up', '/api/step-up'],
  ...['/api/invitation', '/api/invitation/read', '/api/password-reset', '/api/settings/profile/password'],
];
/** Longer than any e-mail, password and form token; all of it fits into what a stream holds unread. */
export const ATTEMPT_BYTES = 16 * 1024;
const RETRY_SECONDS = { busy: 2, full: 5 };
const CODE = { busy: 'rate_limited', full: 'unavailable' } as const;
const DEVICE = /(?:^|;\s*)(?:__Host-)?guiche\.device=([^;]+)/;

/** Left by the server's own start (`lib/boot.ts`): the mark of who signed in last on a device, by its signed cookie. */
type Left = { __guicheDeviceOf?: (cookie: string) => string | null };

/** Tells if a request is an attempt at a password or a link, however its path is spelt. */
export function isAttempt(request: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  if (request.method !== 'POST') return false;
  const path = decodeURIComponent(pathOf(request));
  return ATTEMPTS.includes(path.replace(/\/+/g, '/').replace(/(?<=.)\/$/, ''));
}

/**
 * Lets an attempt through when its turn comes, or answers it before the framework or the database is touched. Its
 * turn begins once its body is there (`body-limit.ts` keeps it small): who sends slowly holds up nobody.
 */
export function createAttempts(settings: Settings) {
  const gate = createAttemptGate();
  return (
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    handle: () => Promise<void>,
  ): void => {
    const attempt = {
      gone: () => response.destroyed || response.writableEnded,
      run: () =>
        new Promise<boolean>((resolve) => {
          response.once('close', () => resolve(wasRight(response)));
          void handle();
        }),
    };
    onceWhole(request, () => {
      const entry = gate.enter(callerOf(request), attempt);
      if (entry !== 'taken') turnAway(request, response, requestId, entry, settings);
    });
  };
}

/** A wrong sign-in by form is a redirect too: to an address that names the error. */
function wasRight(response: ServerResponse): boolean {
  const location = String(response.getHeader('location') ?? '');
  return response.writableFinished && response.statusCode < 400 && !/[?&]error=/.test(location);
}

function callerOf(request: IncomingMessage): Caller {
  const cookie = DEVICE.exec(request.headers.cookie ?? '')?.[1];
  const person = cookie === undefined ? null : ((globalThis as Left).__guicheDeviceOf?.(cookie) ?? null);
  if (person !== null) return { name: person, known: true };
  return { name: addressGroup(String(request.headers['x-guiche-client-address'] ?? '')), known: false };
}

/** The parser pushes null behind the last of the body; asked for here, before anything has come. */
function onceWhole(request: IncomingMessage, then: () => void): void {
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    const more = push(chunk, encoding);
    if (chunk === null) then();
    return more;
  };
}

/** A form gets its page again, saying how long to wait; a script the problem, and next-auth's word of an address. */
function turnAway(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  why: keyof typeof CODE,
  settings: Settings,
): void {
  const seconds = RETRY_SECONDS[why];
  response.setHeader('retry-after', String(seconds));
  const isSignIn = isAttempt(request) && (request.url ?? '').includes('callback');
  const again = signInAgain(request, settings, why === 'busy' ? `wait-${seconds}` : 'unavailable');
  if (isSignIn && request.headers['sec-fetch-mode'] === 'navigate')
    response.writeHead(303, { location: again, 'cache-control': 'private, no-store' }).end();
  else
    sendProblem(response, CODE[why], requestId, {
      retryAfterSeconds: seconds,
      ...(isSignIn ? { url: again } : {}),
    });
}

/** The page that the form stood on, with where it was to lead. */
function signInAgain({ headers }: IncomingMessage, settings: Settings, error: string): string {
  const from = headers.referer;
  const before = from !== undefined && URL.canParse(from) ? new URL(from) : null;
  const page = new URL('/sign-in', settings.url);
  const callbackUrl = before?.origin === page.origin ? before.searchParams.get('callbackUrl') : null;
  page.searchParams.set('error', error);
  if (callbackUrl !== null) page.searchParams.set('callbackUrl', callbackUrl);
  return page.href;
}
