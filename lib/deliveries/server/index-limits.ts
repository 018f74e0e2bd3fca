import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { settings } from '#lib/env/settings.ts';

const DAY_MS = 86_400_000;

const MOST_EMBEDDED = 1_000_000;

/** The embedded database keeps so many records at most; PostgreSQL as many as there are. */
export const mostRows = (): number =>
  settings().databaseUrl === null ? MOST_EMBEDDED : Number.POSITIVE_INFINITY;

const daysOf = ({ settings: { deliveryDays } }: Account): number => {
  const set = Number(deliveryDays);
  return set >= 1 && set <= 400 ? set : settings().mirrorDays;
};

/** Records before this (epoch ms) are neither read nor kept: as long as any mirror, or as the account has it. */
export const keptSince = (account: Account): number => databaseNow() - daysOf(account) * DAY_MS;

/** How long (ms) the account that keeps its records longest does; removed ones count as any other's. */
export const keptLongest = (accounts: readonly Account[]): number =>
  Math.max(settings().mirrorDays, ...accounts.map(daysOf)) * DAY_MS;
