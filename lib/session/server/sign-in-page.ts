import 'server-only';
import { cookies, headers } from 'next/headers';
import { listAccounts } from '#lib/accounts/server/account.ts';
import { type OperatorCtx, originOf } from '#lib/api/context.ts';
import { DEVICE_COOKIE, HALF_COOKIE } from '#lib/auth/server/cookies.ts';
import { factorsOf, recoveryCodesOf } from '#lib/auth/server/factors.ts';
import { readySignIns } from '#lib/auth/server/first-admin.ts';
import { operatorOfHalf, readDevice } from '#lib/auth/server/session-cookies.ts';
import { secondStanding } from '#lib/auth/server/sign-in.ts';
import { settings } from '#lib/core/env/settings.ts';
import { SHOWN_ERRORS, type SignInError } from '#lib/session/contract.ts';
import { openSessionsOf } from '#lib/session/server/get-session.ts';

type Search = Record<string, string | string[] | undefined>;

/** Data of the sign-in page: form token, error, return path and the simulator's ready sign-ins. */
export async function signInPage(search: Search) {
  const [head, accounts, ready] = await Promise.all([headers(), listAccounts(), readySignIns()]);
  const error = typeof search.error === 'string' ? search.error : null;
  const wait = /^wait-(\d{1,4})$/.exec(error ?? '')?.[1];
  const second = SECOND_STEP.test(error ?? '') ? await secondStep(originOf(head).address) : null;
  return {
    csrfToken: head.get('x-guiche-csrf') ?? '',
    callbackUrl: safeReturn(search.callbackUrl),
    host: new URL(settings().url).host,
    environment: environmentOf(accounts),
    canMail: settings().smtp !== null,
    signOn: settings().signOn === null ? null : new URL(settings().signOn?.issuer ?? '').hostname,
    readySignIns: second === null ? ready : [],
    ...(second === null ? {} : { second }),
    waitSeconds: waitOf(Number(wait ?? 0), second),
    ...(error === null ? {} : { error: shownError(error, wait !== undefined) }),
  };
}

/** The errors with which the page shows the second step. */
const SECOND_STEP = /^(otp_required|otp_refused|passkey_refused|unavailable|wait-\d{1,4})$/;

/** The person whose password was just accepted, the factors they may use and their remaining attempts. */
async function secondStep(address: string | null) {
  const jar = await cookies();
  const operator = await operatorOfHalf(jar.get(HALF_COOKIE())?.value);
  if (operator === null) return null;
  const device = readDevice(jar.get(DEVICE_COOKIE())?.value);
  const [factors, { left: recoveryCodes }, standing] = await Promise.all([
    factorsOf(operator.id),
    recoveryCodesOf(operator.id),
    secondStanding(operator, { address, device }),
  ]);
  const [passkey, codeApp] = [factors.includes('passkey'), factors.includes('totp')];
  return { email: operator.email, passkey, codeApp, recoveryCodes, standing };
}

/** A wait this short comes from a busy server, not from the throttle. */
const BUSY_SECONDS = 5;

/** The wait in seconds. After the right password it is read anew, because the address may be old. */
function waitOf(reportedSeconds: number, second: { standing: { waitSeconds: number } } | null): number {
  if (second === null) return reportedSeconds;
  return second.standing.waitSeconds || (reportedSeconds <= BUSY_SECONDS ? reportedSeconds : 0);
}

function shownError(error: string, throttled: boolean): SignInError {
  if (throttled) return 'throttled';
  return SHOWN_ERRORS.find((code) => code === error) ?? 'credentials';
}

/**
 * Path and query of an address on this installation. `/` for another origin or scheme, and for a path that
 * begins with `//`, which a browser would read as another host.
 */
export function ownPath(address: string | null | undefined): string {
  const { url } = settings();
  const target = typeof address === 'string' && URL.canParse(address, url) ? new URL(address, url) : null;
  if (target === null || target.origin !== url || target.pathname.startsWith('//')) return '/';
  return `${target.pathname}${target.search}`;
}

/** The return path: a path of Guichê that is not a sign-in page; else `/`. */
export function safeReturn(received: string | string[] | undefined): string {
  const path = typeof received === 'string' ? ownPath(received) : '/';
  return path.startsWith('/sign-in') ? '/' : path;
}

function environmentOf(accounts: { simulator: boolean; environment: string }[]) {
  if (accounts.length > 0 && accounts.every((account) => account.simulator)) return 'simulator' as const;
  return accounts.every((account) => account.environment === 'sandbox')
    ? ('sandbox' as const)
    : ('production' as const);
}

/** Data of the page after a sign-in on a new browser: where the session came from, and the return path. */
export async function newDevicePage(ctx: OperatorCtx, { callbackUrl }: Search) {
  const sessions = await openSessionsOf(ctx.operator.id, ctx.sessionId);
  const own = sessions.find(({ current }) => current);
  return {
    agent: own?.agent ?? null,
    address: own?.address ?? null,
    mail: settings().smtp !== null,
    callbackUrl: safeReturn(callbackUrl),
  };
}
