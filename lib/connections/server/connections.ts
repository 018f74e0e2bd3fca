import 'server-only';
import { eq, inArray, sql } from 'drizzle-orm';
import { FLAGS, NUMBERS, ownSettings } from '#lib/accounts/rules.ts';
import {
  type Account,
  accountOf,
  accountRows,
  certificateFacts,
  openCredentials,
} from '#lib/accounts/server/account.ts';
import { adminExists } from '#lib/auth/server/first-admin.ts';
import type { AccountConnection, AccountList, CredentialFacts } from '#lib/connections/contract.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { GuicheError, orNull } from '#lib/core/errors.ts';
import { monitorOf } from '#lib/core/http/health.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
import { ledgerOf } from '#lib/data/rate-limit/calls.ts';
import { callHeadroom } from '#lib/data/rate-limit/ledger.ts';
import { accounts, providerBudgets } from '#lib/data/schema/accounts.ts';
import { budgetsNow, capabilitiesOf, portFor } from '#lib/providers/registry.ts';

export type AccountRow = typeof accounts.$inferSelect;

/** Calls of the last minute by all processes; only of accounts this process called. */
export async function callsOfMinute(): Promise<AccountList['calls']> {
  const known = new Map([...budgetsNow()].filter(([, { name }]) => name === 'main'));
  if (known.size === 0) return [];
  const rows = await db()
    .select()
    .from(providerBudgets)
    .where(inArray(providerBudgets.id, [...known.keys()]));
  return rows.flatMap(({ id, ...row }) => {
    const budget = known.get(id);
    if (budget === undefined) return [];
    const { left, limit } = callHeadroom(ledgerOf(row), budget.limits, databaseNow()).minute;
    return { id: id.slice(0, id.lastIndexOf(' ')), taken: Math.min(limit, Math.max(0, limit - left)), limit };
  });
}

/** Every account with its stored state. Calls no provider. */
export async function listConnections(): Promise<AccountList> {
  const rows = await accountRows();
  const calls = await callsOfMinute();
  const real = rows.some(({ simulator }) => !simulator);
  return {
    items: rows.map(toConnection),
    // The budget of an archived account may still be known.
    calls: calls.filter(({ id }) => rows.some((row) => row.id === id)),
    ownAdministrator: real || (await adminExists()),
    asOf: databaseIso(),
  };
}

/** Locks the account until the transaction ends. GuicheError `not_found`, also for an archived account. */
export async function lockAccount(tx: Transaction, id: string): Promise<AccountRow> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for('update');
  if (row === undefined || row.archivedAt !== null) throw new GuicheError('not_found', 'No such account.');
  return row;
}

/** Locks the set of accounts until the transaction ends, so that changes of it run one after the other. */
export async function lockAccounts(tx: Transaction): Promise<void> {
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
    settings: settingsValues(account.settings),
    health: { state, lastSuccessAt, latencyMs, pauses, blockedBy, sourceIp },
    createdAt: row.createdAt.toISOString(),
  };
}

function credentialFacts(account: Account): CredentialFacts {
  const sandboxUrl = account.settings.sandboxUrl ?? null;
  const known = orNull(() => openCredentials(account));
  const secret = known?.accessToken ?? known?.clientSecret;
  return {
    auth: account.kind === 'hub' ? (known?.auth ?? 'token') : null,
    clientId: known?.clientId ?? null,
    // Four characters of a short secret would reveal too much.
    lastFour: secret !== undefined && secret.length >= 16 ? secret.slice(-4) : null,
    certificate: certificateFacts(known?.clientCert),
    webhookSecret: known?.webhookSecret !== undefined,
    sandboxUrl,
    readable: known !== null,
  };
}

function settingsValues(settings: Record<string, string>): AccountConnection['settings'] {
  return Object.fromEntries(
    Object.entries(ownSettings(settings)).flatMap(([name, text]): [string, number | boolean][] => {
      if (name in FLAGS) return [[name, /^(true|1|on|yes)$/i.test(text)]];
      return name in NUMBERS && /^\d{1,15}$/.test(text) ? [[name, Number(text)]] : [];
    }),
  );
}
