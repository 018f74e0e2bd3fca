import 'server-only';
import { sql } from 'drizzle-orm';
import { type Account, listAccounts } from '#lib/accounts/server/account.ts';
import { holdersOf } from '#lib/auth/server/holders.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { acquireLease } from '#lib/data/jobs/leases.ts';
import { beginIncident, endIncident, openIncidentKeys } from '#lib/data/notifications/incidents.ts';
import type { Incident } from '#lib/deliveries/contract.ts';
import { getIncidents, receiver } from '#lib/deliveries/server/get-incidents.ts';
import { keepIndexCurrent } from '#lib/deliveries/server/index-state.ts';
import { countSpans, statusWord } from '#lib/deliveries/server/receivers-now.ts';
import { rowsOf } from '#lib/deliveries/server/record-row.ts';
import { portFor } from '#lib/providers/registry.ts';

/** How often the index is read without any page open, so that endpoint failures are noticed. */
const READ_MS = 5 * 60_000;
const READ_SIMULATOR_MS = 60_000;
const WANTED_MS = 15_000;

/** Notifies operators of receivers that started to fail or accept callbacks again, from the index. */
export async function watchEndpoints(signal: AbortSignal): Promise<void> {
  for (const account of await listAccounts()) {
    if (signal.aborted) return;
    if (portFor(account).deliveries === undefined) continue;
    if (
      await acquireLease(`look at endpoints ${account.id}`, account.simulator ? READ_SIMULATOR_MS : READ_MS)
    )
      await keepIndexCurrent(account.id, WANTED_MS);
    await notifyEndpoints(account);
  }
}

const keyOf = ({ webhookId, host }: Incident) => webhookId ?? host;

export async function notifyEndpoints({ id: accountId }: Pick<Account, 'id'>): Promise<void> {
  const failing = (await getIncidents(accountId)).items.filter((one) => one.failing);
  const before = await openIncidentKeys('endpoint', accountId, 'recovered');
  if (failing.length === 0 && before.length === 0) return;
  const to = await holdersOf(db(), accountId, 'resend');
  for (const incident of failing) {
    const key = keyOf(incident);
    const { host, since, callbacks: count, amount, lastStatus } = incident;
    const facts = { key, host, since, count, amount, status: statusWord(lastStatus) };
    const trouble = { event: 'endpoint' as const, accountId, key };
    await beginIncident(trouble, { since, ended: 'recovered' }, { step: 'failing', facts, to });
  }
  const still = new Set(failing.map(keyOf));
  for (const key of before.filter((one) => !still.has(one)))
    await endIncident({ event: 'endpoint', accountId, key }, 'recovered', async (tx, { facts }) => {
      const since = String(facts.since);
      const until = await firstAcceptedAt(tx, accountId, key, since);
      if (until === null) return null;
      const [span] = await countSpans([{ accountId, key, since, until }], tx);
      const { host = null, status = null } = facts;
      return { facts: { key, host, since, until, count: span?.failed ?? 0, status }, to };
    });
}

/** When the receiver first accepted a callback that was not Guichê's resend (ISO 8601); null: not yet. */
async function firstAcceptedAt(
  tx: Transaction,
  accountId: string,
  key: string,
  since: string,
): Promise<string | null> {
  const [row] = await rowsOf<{ at: string | Date | null }>(
    sql`select min(created_at) as at from deliveries where account_id = ${accountId} and ${receiver} = ${key}
      and delivered and resend_id is null and created_at > ${since}`,
    tx,
  );
  return row?.at == null ? null : new Date(row.at).toISOString();
}
