import 'server-only';
import { asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { FLAGS, NUMBERS, ownSettings } from '#lib/accounts/rules.ts';
import { type Account, accountOf, openCredentials } from '#lib/accounts/server/account.ts';
import { ledgerOf } from '#lib/accounts/server/budget-leases.ts';
import { certificateFacts } from '#lib/accounts/server/certificates.ts';
import { adminExists } from '#lib/auth/server/first-admin.ts';
import type { AccountConnection, AccountList, CredentialFacts } from '#lib/connections/contract.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { roomIn } from '#lib/core/http/budget-leases.ts';
import { monitorOf } from '#lib/core/http/health.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { accounts, providerBudgets } from '#lib/data/schema/accounts.ts';
import { budgetsNow, capabilitiesOf, portFor } from '#lib/providers/registry.ts';

export type AccountRow = typeof accounts.$inferSelect;

/** `id` of the account. */
type CallsOfMinute = { id: string; taken: number; limit: number };

/**
 * Calls that all processes took of each account's own budget in the last minute, leased ones that are still to be made
 * among them. The limits are known of accounts that this process called; a simulator has none.
 */
export async function callsOfMinute(): Promise<CallsOfMinute[]> {
  const known = new Map([...budgetsNow()].filter(([, { name }]) => name === 'main'));
  if (known.size === 0) return [];
  const rows = await db()
    .select()
    .from(providerBudgets)
    .where(inArray(providerBudgets.id, [...known.keys()]));
  return rows.flatMap(({ id, ...row }) => {
    const budget = known.get(id);
    if (budget === undefined) return [];
    const { left, limit } = roomIn(ledgerOf(row), budget.limits, databaseNow()).minute;
    return { id: id.slice(0, id.lastIndexOf(' ')), taken: Math.min(limit, Math.max(0, limit - left)), limit };
  });
}

/** Every connection with what is known of it; asks no provider. */
export async function listConnections(): Promise<AccountList> {
  const rows = await db()
    .select()
    .from(accounts)
    .where(isNull(accounts.archivedAt))
    .orderBy(asc(accounts.position), asc(accounts.createdAt));
  const calls = await callsOfMinute();
  const real = rows.some(({ simulator }) => !simulator);
  return {
    items: rows.map(toConnection),
    // Of one that was taken away the budget may still be known.
    calls: calls.filter(({ id }) => rows.some((row) => row.id === id)),
    ownAdministrator: real || (await adminExists()),
    asOf: new Date().toISOString(),
  };
}

/** The account, held until the transaction ends. GuicheError `not_found`, also for one that is archived. */
export async function heldAccount(tx: Transaction, id: string): Promise<AccountRow> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('update');
  if (row === undefined || row.archivedAt !== null) throw new GuicheError('not_found', 'No such account.');
  return row;
}

/** Changes of the set of accounts go one after the other until the transaction ends. */
export async function oneAtATime(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${accounts} in share row exclusive mode`);
}

export function toConnection(row: AccountRow): AccountConnection {
  const account = accountOf(row);
  const configured = account.unconfigured !== true;
  const { state, lastSuccessAt, latencyMs, pauses, blockedBy, sourceIp } = monitorOf(row.id).health();
  const credential = credentialFacts(account);
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    kind: row.kind as AccountKind,
    environment: account.environment,
    simulator: row.simulator,
    origin: row.origin as AccountConnection['origin'],
    configured,
    baseUrl: row.baseUrl,
    credential,
    capabilities: credential.readable ? capabilitiesOf(account) : [],
    missingScopes: credential.readable ? [...(portFor(account).missingScopes?.() ?? [])] : [],
    settings: shownSettings(account.settings),
    health: { state, lastSuccessAt, latencyMs, pauses, blockedBy, sourceIp },
    createdAt: row.createdAt.toISOString(),
  };
}

function credentialFacts(account: Account): CredentialFacts {
  const sandboxUrl = account.settings.sandboxUrl ?? null;
  const known = opened(account);
  const secret = known?.accessToken ?? known?.clientSecret;
  return {
    auth: account.kind === 'hub' ? (known?.auth ?? 'token') : null,
    clientId: known?.clientId ?? null,
    // Of a short one four characters would be too many.
    lastFour: secret !== undefined && secret.length >= 16 ? secret.slice(-4) : null,
    certificate: certificateFacts(known?.clientCert),
    webhookSecret: known?.webhookSecret !== undefined,
    sandboxUrl,
    readable: known !== null,
  };
}

function opened(account: Account): Record<string, string> | null {
  try {
    return openCredentials(account);
  } catch {
    return null;
  }
}

function shownSettings(settings: Record<string, string>): AccountConnection['settings'] {
  return Object.fromEntries(
    Object.entries(ownSettings(settings)).flatMap(([name, text]): [string, number | boolean][] => {
      if (name in FLAGS) return [[name, /^(true|1|on|yes)$/i.test(text)]];
      return name in NUMBERS && /^\d{1,15}$/.test(text) ? [[name, Number(text)]] : [];
    }),
  );
}
