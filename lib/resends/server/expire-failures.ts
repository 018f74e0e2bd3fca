import 'server-only';
import { listAccounts } from '#lib/accounts/server/account.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { expireFailures } from '#lib/deliveries/server/close-failures.ts';
import { takeTurn } from '#lib/jobs/server/turn.ts';
import { limitsOf } from '#lib/resends/server/limits.ts';

const TURN_MS = 10 * 60_000;

/** Closes open failures whose transactions are older than a resend of their account may begin. */
export async function expireOldFailures(signal: AbortSignal): Promise<void> {
  if (!(await takeTurn('expired failures', TURN_MS - 60_000))) return;
  for (const account of await listAccounts()) {
    if (signal.aborted) return;
    const before = new Date(databaseNow() - limitsOf(account).maxAgeMs);
    // Each call closes a bounded number, so that nobody waits long for the account's records.
    while ((await expireFailures(account, before)) && !signal.aborted);
  }
}
