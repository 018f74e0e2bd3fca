import 'server-only';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, inArray, isNotNull, isNull, notExists, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { APPROVAL_RULES, limitIn, ownSettings } from '#lib/accounts/rules.ts';
import {
  accountRows,
  changeAccounts,
  isConfigured,
  setConfiguredAccounts,
} from '#lib/accounts/server/account.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import type { AccountSettings } from '#lib/core/env/accounts.ts';
import { orNull } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, lockFirstRows, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { operations } from '#lib/data/schema/operations.ts';

type Row = typeof accounts.$inferSelect;
const NAMES = { pix: 'Pix', hub: 'Hub', card: 'Cartão' };
const SIMULATED = { pix: 'Aroeira testes', hub: 'Aroeira Hub testes', card: 'Aroeira Cartão testes' };

/**
 * Writes the environment's or simulator's accounts at start, audited. A changed value wins. Any real account
 * archives the simulator's; one without variables here stays; an archived one of the same slug and kind is
 * resumed under its id. People's settings stay.
 */
export async function syncAccounts(configured: AccountSettings[]): Promise<void> {
  setConfiguredAccounts(configured);
  await changeAccounts(async (tx) => {
    await lockFirstRows(tx);
    const real = and(isNull(accounts.archivedAt), eq(accounts.simulator, false));
    const hasReal = (await tx.$count(accounts, real)) > 0;
    const wanted = hasReal ? configured.filter(({ simulator }) => !simulator) : configured;
    await archiveSimulators(tx, wanted);
    for (const [position, account] of wanted.entries()) await syncOne(tx, account, position);
  });
  await logUnconfigured();
}

async function archiveSimulators(tx: Transaction, wanted: readonly AccountSettings[]): Promise<void> {
  const slugs = wanted.flatMap(({ slug, simulator }) => (simulator ? [slug] : []));
  const simulators = and(isNull(accounts.archivedAt), eq(accounts.simulator, true));
  const archived = await tx
    .update(accounts)
    .set({ archivedAt: dbNow })
    .where(and(simulators, notInArray(accounts.slug, slugs)))
    .returning({ id: accounts.id, slug: accounts.slug });
  for (const { id, slug } of archived) await note(tx, id, 'account.archive', { slug, simulator: true });
}

async function syncOne(tx: Transaction, configured: AccountSettings, position: number): Promise<void> {
  const [row] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.slug, configured.slug), isNull(accounts.archivedAt)));
  // An entered account with this slug becomes the environment's, unless it is of another kind.
  if (row?.simulator === configured.simulator && row.kind === configured.kind)
    return update(tx, row, configured);
  if (row !== undefined) {
    const conflict = { account: row.slug, has: row.kind, given: configured.kind };
    const message = 'an account of another kind has this slug: the one of the environment is left out';
    return log().warn(conflict, message);
  }
  const rules = configured.simulator ? {} : await inheritedRules(tx, configured.kind);
  const whole = { ...configured, settings: { ...configured.settings, ...rules } };
  const archived = await archivedAccount(tx, configured);
  if (archived !== null) return resume(tx, archived, whole);
  const id = randomUUID();
  await tx.insert(accounts).values({ ...columns(id, whole), position });
  const { slug, simulator, baseUrl } = configured;
  await note(tx, id, 'account.add', { slug, simulator, baseUrl, ...rules });
}

/** Resumes an archived account with its operations, secrets, receivers, drafts, views and roles. */
async function resume(tx: Transaction, row: Row, configured: AccountSettings): Promise<void> {
  const { credentials, baseUrl, environment, origin } = columns(row.id, configured);
  const settings = { ...ownSettings(row.settings as Record<string, string>), ...configured.settings };
  await tx
    .update(accounts)
    .set({ credentials, baseUrl, environment, origin, settings, archivedAt: null })
    .where(eq(accounts.id, row.id));
  await reopenArchived(tx, row.id);
  const { slug, simulator } = configured;
  await note(tx, row.id, 'account.add', { slug, simulator, baseUrl, resumed: true });
}

/** Logs at each start which accounts have no variables here, and how many operations wait for them. */
async function logUnconfigured(): Promise<void> {
  for (const { id, slug, kind } of (await accountRows()).filter((row) => !isConfigured(row))) {
    const open = and(eq(operations.accountId, id), inArray(operations.state, OPEN_OPERATIONS));
    const waiting = await db().$count(operations, open);
    log().warn(
      { account: slug, operations: waiting },
      `the account ${slug} is not configured here: the ${kind.toUpperCase()}_ variables are absent, and its open operations wait for them`,
    );
  }
}

async function update(tx: Transaction, row: Row, configured: AccountSettings): Promise<void> {
  // Where the sealing key is gone, the environment's value replaces what it sealed.
  const known = orNull(() => unseal(row.credentials, `credentials:${row.id}`));
  const { credentials, baseUrl, environment, origin } = columns(row.id, configured);
  const before = row.settings as Record<string, string>;
  const settings = { ...ownSettings(before), ...configured.settings };
  const changed = [
    row.origin === origin ? null : 'origin',
    row.baseUrl === configured.baseUrl ? null : 'baseUrl',
    row.environment === configured.environment ? null : 'environment',
    isDeepStrictEqual(before, settings) ? null : 'settings',
    known === JSON.stringify(configured.credentials) ? null : 'credentials',
  ].filter((name) => name !== null);
  if (changed.length === 0) return;
  await tx
    .update(accounts)
    .set({ credentials, baseUrl, environment, origin, settings })
    .where(eq(accounts.id, row.id));
  // The simulator uses a new port at each start; that is not worth an audit entry.
  if (!configured.simulator) await note(tx, row.id, 'account.edit', { slug: row.slug, changed });
}

function columns(id: string, configured: AccountSettings) {
  return {
    id,
    slug: configured.slug,
    kind: configured.kind,
    name: (configured.simulator ? SIMULATED : NAMES)[configured.kind],
    environment: configured.environment,
    simulator: configured.simulator,
    origin: configured.simulator ? 'simulator' : 'environment',
    baseUrl: configured.baseUrl,
    credentials: seal(JSON.stringify(configured.credentials), `credentials:${id}`),
    settings: configured.settings,
  };
}

const note = (tx: Transaction, accountId: string, action: AuditAction, after: unknown) =>
  appendAudit(tx, { accountId, action, target: accountId, after });

/** The open states, as in the index `operations_open`. */
const OPEN_OPERATIONS = ['awaiting_approval', 'requested', 'sent', 'unknown'];

/** The latest archived account of this slug and kind, to be resumed under its id; null if there is none. */
export async function archivedAccount(
  tx: Transaction,
  { slug, kind, simulator }: Pick<Row, 'slug' | 'kind' | 'simulator'>,
): Promise<Row | null> {
  const same = and(eq(accounts.slug, slug), eq(accounts.kind, kind), eq(accounts.simulator, simulator));
  const [row] = await tx
    .select()
    .from(accounts)
    .where(and(same, isNotNull(accounts.archivedAt)))
    .orderBy(desc(accounts.archivedAt))
    .limit(1);
  return row ?? null;
}

/**
 * Looks up operations again that an earlier build rejected because their account was archived. They may have
 * been executed. One whose target has another open operation stays rejected.
 */
export async function reopenArchived(tx: Transaction, accountId: string): Promise<void> {
  const other = alias(operations, 'other');
  const ofAccount = and(eq(other.accountId, operations.accountId), inArray(other.state, OPEN_OPERATIONS));
  const same = and(eq(other.kind, operations.kind), eq(other.target, operations.target));
  const open = tx.select({ id: other.id }).from(other).where(and(ofAccount, same));
  const { state, reason } = operations;
  const archived = and(eq(state, 'rejected'), eq(reason, 'account_archived'));
  const rejected = and(eq(operations.accountId, accountId), archived);
  await tx
    .update(operations)
    .set({ state: 'unknown', reason: null, settledAt: null, nextLookUpAt: dbNow, absentSince: null })
    .where(and(rejected, isNotNull(operations.request), notExists(open)));
}

type Settings = Record<string, string>;

/**
 * A new real account has the strictest rules in force, or last in force, under each slug of its kind, so
 * nobody removes an approval by removing an account and entering it again (decision 03).
 */
export async function inheritedRules(tx: Transaction, kind: string): Promise<Settings> {
  const rows = await tx
    .selectDistinctOn([accounts.slug], { settings: accounts.settings })
    .from(accounts)
    .where(and(eq(accounts.kind, kind), eq(accounts.simulator, false)))
    .orderBy(accounts.slug, desc(sql`coalesce(${accounts.archivedAt}, 'infinity')`));
  const rules = APPROVAL_RULES.flatMap((rule): [string, string][] => {
    const limits = rows.map(({ settings }) => limitIn(settings as Settings, rule));
    const known = limits.filter((cents) => cents !== null);
    return known.length === 0 ? [] : [[rule, String(Math.min(...known))]];
  });
  return Object.fromEntries(rules);
}
