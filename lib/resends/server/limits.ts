import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import { settings } from '#lib/env/settings.ts';
import { DAY_MS } from '#lib/resends/rules.ts';

export type ResendLimits = {
  /** Longest window of a request, and how far back it may begin. */
  windowMs: number;
  maxAgeMs: number;
  ids: number;
  perMinute: number;
  pauseMs: number;
};

/** Limits of the account's service; unset ones are 7 days, 30 days back, 500 ids, 5 requests a minute. */
export function limitsOf({ settings: given }: Account): ResendLimits {
  const { pauseMs, perMinute } = settings().resends;
  return {
    windowMs: number(given.resendWindowDays, 7) * DAY_MS,
    maxAgeMs: number(given.resendMaxAgeDays, 30) * DAY_MS,
    ids: number(given.resendIdsPerRequest, 500),
    perMinute: number(given.resendsPerMinute, perMinute),
    pauseMs,
  };
}

function number(text: string | undefined, otherwise: number): number {
  const value = Math.floor(Number(text ?? Number.NaN));
  return value >= 1 && value <= 100_000 ? value : otherwise;
}
