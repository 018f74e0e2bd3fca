import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';

/** The control address of a simulator account; null for every other. */
export function simulatorControlUrl(account: Account): string | null {
  return account.simulator ? (account.settings.controlUrl ?? null) : null;
}
