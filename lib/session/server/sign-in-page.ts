import 'server-only';
import { headers } from 'next/headers';
import { listAccounts } from '#lib/accounts/server/account.ts';
import { readySignIns } from '#lib/auth/server/ready-sign-ins.ts';
import { settings } from '#lib/env/settings.ts';

type Search = Record<string, string | string[] | undefined>;

/** What the sign-in page shows: form token, why one is here, where one goes, and the simulator's ready sign-ins. */
export async function signInPage(search: Search) {
  const [head, accounts, ready] = await Promise.all([headers(), listAccounts(), readySignIns()]);
  const error = typeof search.error === 'string' ? search.error : null;
  const wait = /^wait-(\d{1,4})$/.exec(error ?? '')?.[1];
  return {
    csrfToken: head.get('x-guiche-csrf') ?? '',
    callbackUrl: safeReturn(search.callbackUrl),
    host: new URL(settings().url).host,
    environment: environmentOf(accounts),
    readySignIns: ready,
    ...(wait === undefined ? {} : { waitSeconds: Number(wait) }),
    ...(error === null ? {} : { error: errorWord(error, wait !== undefined) }),
  };
}

const SAID = ['ended', 'no-account', 'unavailable'] as const;

function errorWord(error: string, throttled: boolean): 'credentials' | 'throttled' | (typeof SAID)[number] {
  if (throttled) return 'throttled';
  return SAID.find((word) => word === error) ?? 'credentials';
}

/** Only a path of this product: never another origin, never a scheme. */
function safeReturn(given: string | string[] | undefined): string {
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
