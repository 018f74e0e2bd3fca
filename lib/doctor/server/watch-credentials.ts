import 'server-only';
import { type Account, listAccounts } from '#lib/accounts/server/account.ts';
import { holdersOf } from '#lib/auth/server/holders.ts';
import { certificateTerm } from '#lib/card/certificate-term.ts';
import { monitorOf } from '#lib/core/http/health.ts';
import { db } from '#lib/data/client.ts';
import { databaseAhead, databaseNow } from '#lib/data/clock.ts';
import { beginIncident, endIncident, type Incident } from '#lib/data/notifications/incidents.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';
import { portFor } from '#lib/providers/registry.ts';

/** Days before a certificate's end at which people are notified; 0: it has ended. */
const STEPS = [0, 1, 3, 12, 30] as const;

/** Notifies of credentials refused or accepted again in this process's calls, and of ending certificates. */
export async function watchCredentials(signal: AbortSignal): Promise<void> {
  for (const account of await listAccounts()) {
    if (signal.aborted) return;
    await reportRefusal(account);
    await reportEnd(account, databaseNow());
  }
}

export async function reportRefusal({ id: accountId }: Pick<Account, 'id'>): Promise<void> {
  const { blockedBy, lastFailureAt, lastSuccessAt } = monitorOf(accountId).health();
  const trouble = { event: 'credential_refused' as const, accountId, key: '' };
  if (blockedBy !== null && lastFailureAt !== null) {
    const telling = {
      step: 'refused',
      facts: { code: blockedBy },
      to: await holdersOf(db(), accountId, 'manage'),
    };
    const since = asDatabase(lastFailureAt);
    // Another process may have seen the credential accepted after this process's last failure.
    const isNews = ({ at }: Incident) => Date.parse(since) > at.getTime();
    await beginIncident(trouble, { since, ended: 'accepted', isNews }, telling);
  } else if (lastSuccessAt !== null) {
    const to = await holdersOf(db(), accountId, 'manage');
    await endIncident(trouble, 'accepted', async (_, { at, facts }) =>
      Date.parse(asDatabase(lastSuccessAt)) > at.getTime() ? { facts, to } : null,
    );
  }
}

/** Converts an instant of this process's clock to the database's clock. */
const asDatabase = (instant: string) => new Date(Date.parse(instant) + databaseAhead()).toISOString();

/** Notifies of the account's ending certificate, once per step. `now` is epoch ms. */
export async function reportEnd(account: Account, now: number): Promise<void> {
  const own = portFor(account).certificate?.() ?? null;
  const { validTo, daysLeft } = own === null ? { validTo: null, daysLeft: null } : certificateTerm(own, now);
  if (validTo === null || daysLeft === null) return;
  const step = STEPS.find((days) => daysLeft < days);
  if (step === undefined) return;
  await db().transaction(async (tx) =>
    raiseNotice(tx, {
      event: 'credential_ending',
      cause: `certificate:${account.id}:${validTo}`,
      step: String(step),
      accountId: account.id,
      facts: { until: validTo },
      to: await holdersOf(tx, account.id, 'manage'),
    }),
  );
}
