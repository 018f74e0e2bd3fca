import 'server-only';
import { cookies, headers } from 'next/headers';
import { listAccounts } from '#lib/accounts/server/account.ts';
import { HALF_COOKIE } from '#lib/auth/server/cookies.ts';
import { factorsOf } from '#lib/auth/server/factors.ts';
import { operatorOfHalf } from '#lib/auth/server/half-sign-in.ts';
import { readySignIns } from '#lib/auth/server/ready-sign-ins.ts';
import { settings } from '#lib/env/settings.ts';

type Search = Record<string, string | string[] | undefined>;

/** Data of the sign-in page: form token, the reason for it, the way on, the simulator's ready sign-ins. */
export async function signInPage(search: Search) {
  const [head, accounts, ready] = await Promise.all([headers(), listAccounts(), readySignIns()]);
  const error = typeof search.error === 'string' ? search.error : null;
  const wait = /^wait-(\d{1,4})$/.exec(error ?? '')?.[1];
  const second = SECOND_STEP.test(error ?? '') ? await secondStep() : null;
  return {
    csrfToken: head.get('x-guiche-csrf') ?? '',
    callbackUrl: safeReturn(search.callbackUrl),
    host: new URL(settings().url).host,
    environment: environmentOf(accounts),
    canMail: settings().smtp !== null,
    signOn: settings().signOn === null ? null : new URL(settings().signOn?.issuer ?? '').hostname,
    readySignIns: second === null ? ready : [],
    ...(second === null ? {} : { second }),
    ...(wait === undefined ? {} : { waitSeconds: Number(wait) }),
    ...(error === null ? {} : { error: errorWord(error, wait !== undefined) }),
  };
}

/** Reasons to be at the second step, where the first one was right. */
const SECOND_STEP = /^(otp_required|otp_refused|passkey_refused|unavailable|wait-\d{1,4})$/;

/** The person whose password was right a moment ago, and the factors they may go on with. */
async function secondStep() {
  const operator = await operatorOfHalf((await cookies()).get(HALF_COOKIE())?.value);
  if (operator === null) return null;
  const factors = await factorsOf(operator.id);
  return { email: operator.email, passkey: factors.includes('passkey'), codeApp: factors.includes('totp') };
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

/** Only a path of this product: never another origin, never a scheme. */
export function safeReturn(given: string | string[] | undefined): string {
  const { url } = settings();
  if (typeof given !== 'string') return '/';
  const target = URL.canParse(given, url) ? new URL(given, url) : null;
  if (target === null || target.origin !== url || target.pathname.startsWith('/sign-in')) return '/';
  return `${target.pathname}${target.search}`;
}

function environmentOf(accounts: { simulator: boolean; environment: string }[]) {
  if (accounts.length > 0 && accounts.every((account) => account.simulator)) return 'simulator' as const;
  return accounts.every((account) => account.environment === 'sandbox')
    ? ('sandbox' as const)
    : ('production' as const);
}
