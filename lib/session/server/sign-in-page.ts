import 'server-only';
import { cookies, headers } from 'next/headers';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { originOf } from '#lib/api/request-origin.ts';
import { DEVICE_COOKIE, HALF_COOKIE } from '#lib/auth/server/cookies.ts';
import { readDevice } from '#lib/auth/server/device-people.ts';
import { factorsOf, recoveryCodesOf } from '#lib/auth/server/factors.ts';
import { ownPath } from '#lib/auth/server/own-path.ts';
import { readySignIns } from '#lib/auth/server/ready-sign-ins.ts';
import { operatorOfHalf } from '#lib/auth/server/session-cookies.ts';
import { secondStanding } from '#lib/auth/server/sign-in.ts';
import { settings } from '#lib/core/env/settings.ts';
import { openSessionsOf } from '#lib/session/server/get-session.ts';

type Search = Record<string, string | string[] | undefined>;

/** Data of the sign-in page: form token, the reason for it, the way on, the simulator's ready sign-ins. */
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
    ...(error === null ? {} : { error: errorWord(error, wait !== undefined) }),
  };
}

/** Reasons to be at the second step, where the first one was right. */
const SECOND_STEP = /^(otp_required|otp_refused|passkey_refused|unavailable|wait-\d{1,4})$/;

/** The person whose password was right a moment ago, the factors they may go on with, and how often. */
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

/** Waits this short stand in no bucket: the server was busy. */
const MOMENTS_SECONDS = 5;

/** Behind the right password the wait as it stands now: the address that tells one may be an hour old. */
function waitOf(told: number, second: { standing: { waitSeconds: number } } | null): number {
  if (second === null) return told;
  return second.standing.waitSeconds || (told <= MOMENTS_SECONDS ? told : 0);
}

const SAID = [
  ...(['ended', 'no-account', 'unavailable', 'network'] as const),
  ...(['otp_required', 'otp_refused', 'passkey_refused'] as const),
  ...(['sso_failed', 'sso_no_role', 'sso_disabled', 'sso_taken'] as const),
  ...(['sso_last_admin', 'sso_unavailable'] as const),
];

export type SignInError = 'credentials' | 'throttled' | (typeof SAID)[number];

function errorWord(error: string, throttled: boolean): SignInError {
  if (throttled) return 'throttled';
  return SAID.find((word) => word === error) ?? 'credentials';
}

/** Only a path of this product that is no page of the sign-in itself. */
export function safeReturn(given: string | string[] | undefined): string {
  const path = typeof given === 'string' ? ownPath(given) : '/';
  return path.startsWith('/sign-in') ? '/' : path;
}

function environmentOf(accounts: { simulator: boolean; environment: string }[]) {
  if (accounts.length > 0 && accounts.every((account) => account.simulator)) return 'simulator' as const;
  return accounts.every((account) => account.environment === 'sandbox')
    ? ('sandbox' as const)
    : ('production' as const);
}

/** Data of the page after the second step on a new browser: where the person came from, and the way on. */
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
