import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { settings } from '#lib/env/settings.ts';

const DAY_MS = 86_400_000;

const MOST_EMBEDDED = 1_000_000;

/** The embedded database keeps so many records at most; PostgreSQL as many as there are. */
export const mostRows = (): number =>
  settings().databaseUrl === null ? MOST_EMBEDDED : Number.POSITIVE_INFINITY;

/** Records before this (epoch ms) are neither read nor kept: 400 days on PostgreSQL, 90 embedded, or as set. */
export function keptSince(account: Account): number {
  const set = Number(account.settings.deliveryDays);
  const days = set >= 1 && set <= 400 ? set : settings().databaseUrl === null ? 90 : 400;
  return databaseNow() - days * DAY_MS;
}
