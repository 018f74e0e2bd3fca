import 'server-only';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import { ownSettings } from '#lib/accounts/rules.ts';
import { isConfigured, setConfiguredAccounts } from '#lib/accounts/server/account.ts';
import { inheritedRules } from '#lib/accounts/server/inherited-rules.ts';
import { archivedAccount, OPEN_OPERATIONS, reopenArchived } from '#lib/accounts/server/resume-account.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import type { AccountSettings } from '#lib/core/env/accounts.ts';
import { log } from '#lib/core/log.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { lockFirstRows } from '#lib/data/named-lock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { operations } from '#lib/data/schema/operations.ts';

const NAMES = { pix: 'Pix', hub: 'Hub', card: 'Cartão' };
const SIMULATED = { pix: 'Aroeira testes', hub: 'Aroeira Hub testes', card: 'Aroeira Cartão testes' };

/**
 * Writes the environment's or simulator's accounts to the database at start; a changed value wins and is
 * audited. Any real account archives the simulator's; one without variables here stays. An archived account
 * of the same slug and kind is resumed under its id. People's settings are kept.
 */
export async function syncAccounts(given: AccountSettings[]): Promise<void> {
  setConfiguredAccounts(given);
  await invalidateAfter('accounts', () =>
    db().transaction(async (tx) => {
      await lockFirstRows(tx);
      const wanted = (await hasReal(tx)) ? given.filter(({ simulator }) => !simulator) : given;
      await archiveSimulators(tx, wanted);
      for (const [position, account] of wanted.entries()) await syncOne(tx, account, position);
    }),
  );
  await logUnconfigured();
}

async function hasReal(tx: Transaction): Promise<boolean> {
  const real = and(isNull(accounts.archivedAt), eq(accounts.simulator, false));
  return (await tx.$count(accounts, real)) > 0;
}

/** Archives the simulator accounts that are not wanted. */
async function archiveSimulators(tx: Transaction, wanted: readonly AccountSettings[]): Promise<void> {
  const slugs = wanted.flatMap(({ slug, simulator }) => (simulator ? [slug] : []));
  const archived = await tx
    .update(accounts)
    .set({ archivedAt: dbNow })
    .where(
      and(
        isNull(accounts.archivedAt),
        eq(accounts.simulator, true),
        slugs.length > 0 ? notInArray(accounts.slug, slugs) : undefined,
      ),
    )
    .returning({ id: accounts.id, slug: accounts.slug });
  for (const { id, slug } of archived) await note(tx, id, 'account.archive', { slug, simulator: true });
}

async function syncOne(tx: Transaction, given: AccountSettings, position: number): Promise<void> {
  const [row] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.slug, given.slug), isNull(accounts.archivedAt)));
  // An entered account with this slug becomes the environment's, unless it is of another kind.
  if (row?.simulator === given.simulator && row.kind === given.kind) return update(tx, row, given);
  if (row !== undefined) {
    log().warn(
      { account: row.slug, has: row.kind, given: given.kind },
      'an account of another kind has this slug: the one of the environment is left out',
    );
    return;
  }
  const rules = given.simulator ? {} : await inheritedRules(tx, given.kind);
  const archived = await archivedAccount(tx, given);
  if (archived !== null) return resume(tx, archived, { ...given, settings: { ...given.settings, ...rules } });
  const id = randomUUID();
  const whole = { ...given, settings: { ...given.settings, ...rules } };
  await tx.insert(accounts).values({ ...columns(id, whole), position });
  const { slug, simulator, baseUrl } = given;
  await note(tx, id, 'account.add', { slug, simulator, baseUrl, ...rules });
}

/** Resumes an archived account with its operations, secrets, receivers, drafts, views and roles. */
async function resume(
  tx: Transaction,
  row: typeof accounts.$inferSelect,
  given: AccountSettings,
): Promise<void> {
  const { credentials, baseUrl, environment, origin } = columns(row.id, given);
  const settings = { ...ownSettings(row.settings as Record<string, string>), ...given.settings };
  await tx
    .update(accounts)
    .set({ credentials, baseUrl, environment, origin, settings, archivedAt: null })
    .where(eq(accounts.id, row.id));
  await reopenArchived(tx, row.id);
  const { slug, simulator } = given;
  await note(tx, row.id, 'account.add', { slug, simulator, baseUrl, resumed: true });
}

/** Logs at each start which accounts have no variables here, and how many operations wait for them. */
async function logUnconfigured(): Promise<void> {
  const live = await db().select().from(accounts).where(isNull(accounts.archivedAt));
  for (const { id, slug, kind } of live.filter((row) => !isConfigured(row))) {
    const open = await db().$count(
      operations,
      and(eq(operations.accountId, id), inArray(operations.state, OPEN_OPERATIONS)),
    );
    log().warn(
      { account: slug, operations: open },
      `the account ${slug} is not configured here: the ${kind.toUpperCase()}_ variables are absent, and its open operations wait for them`,
    );
  }
}

async function update(
  tx: Transaction,
  row: typeof accounts.$inferSelect,
  given: AccountSettings,
): Promise<void> {
  const sameCredentials = readable(row.id, row.credentials) === JSON.stringify(given.credentials);
  const { credentials, baseUrl, environment, origin } = columns(row.id, given);
  const before = row.settings as Record<string, string>;
  const settings = { ...ownSettings(before), ...given.settings };
  const changed = [
    row.origin === origin ? null : 'origin',
    row.baseUrl === given.baseUrl ? null : 'baseUrl',
    row.environment === given.environment ? null : 'environment',
    isDeepStrictEqual(before, settings) ? null : 'settings',
    sameCredentials ? null : 'credentials',
  ].filter((name) => name !== null);
  if (changed.length === 0) return;
  await tx
    .update(accounts)
    .set({ credentials, baseUrl, environment, origin, settings })
    .where(eq(accounts.id, row.id));
  // The simulator uses a new port at each start; that is not worth an audit entry.
  if (!given.simulator) await note(tx, row.id, 'account.edit', { slug: row.slug, changed });
}

function columns(id: string, given: AccountSettings) {
  return {
    id,
    slug: given.slug,
    kind: given.kind,
    name: (given.simulator ? SIMULATED : NAMES)[given.kind],
    environment: given.environment,
    simulator: given.simulator,
    origin: given.simulator ? 'simulator' : 'environment',
    baseUrl: given.baseUrl,
    credentials: seal(JSON.stringify(given.credentials), `credentials:${id}`),
    settings: given.settings,
  };
}

/** The unsealed value; null when the sealing key is gone, and then the environment's value replaces it. */
function readable(id: string, sealed: string): string | null {
  try {
    return unseal(sealed, `credentials:${id}`);
  } catch {
    return null;
  }
}

const note = (tx: Transaction, accountId: string, action: AuditAction, after: unknown) =>
  appendAudit(tx, { operatorId: null, accountId, action, target: accountId, result: 'ok', after });
