import 'server-only';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, notInArray } from 'drizzle-orm';
import { ownSettings } from '#lib/accounts/rules.ts';
import { inheritedRules } from '#lib/accounts/server/inherited-rules.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import type { Transaction } from '#lib/db/client.ts';
import { db } from '#lib/db/client.ts';
import { dbNow } from '#lib/db/clock.ts';
import { aloneWithFirstRows } from '#lib/db/first-rows.ts';
import { writing } from '#lib/db/remembered.ts';
import { accounts } from '#lib/db/schema/accounts.ts';
import type { AccountSettings } from '#lib/env/accounts.ts';
import type { AuditAction } from '#lib/trail/actions.ts';

const NAMES = { pix: 'Pix', hub: 'Hub', card: 'Cartão' };
const SIMULATED = { pix: 'Aroeira testes', hub: 'Aroeira Hub testes', card: 'Aroeira Cartão testes' };

/**
 * Brings the accounts of the environment (or of the simulator) into the database at start: a changed value wins and
 * is audited; a simulator account gives way to a real one, and all of them to one that a person entered; what the
 * environment no longer names is archived. What people set on an account stays.
 */
export async function syncAccounts(given: AccountSettings[]): Promise<void> {
  await writing('accounts', () =>
    db().transaction(async (tx) => {
      await aloneWithFirstRows(tx);
      const wanted = (await realEntered(tx)) ? given.filter(({ simulator }) => !simulator) : given;
      const slugs = wanted.map((account) => account.slug);
      await archiveOthers(tx, slugs);
      for (const [position, account] of wanted.entries()) await bringIn(tx, account, position);
    }),
  );
}

/** Tells if a person entered an account: then the simulator's are not wanted any more. */
async function realEntered(tx: Transaction): Promise<boolean> {
  const entered = and(isNull(accounts.archivedAt), eq(accounts.origin, 'settings'));
  return (await tx.$count(accounts, entered)) > 0;
}

async function archiveOthers(tx: Transaction, slugs: string[]): Promise<void> {
  const gone = await tx
    .update(accounts)
    .set({ archivedAt: dbNow })
    .where(
      and(
        isNull(accounts.archivedAt),
        notInArray(accounts.origin, ['settings']),
        slugs.length > 0 ? notInArray(accounts.slug, slugs) : undefined,
      ),
    )
    .returning({ id: accounts.id, slug: accounts.slug });
  for (const { id, slug } of gone) await note(tx, id, 'account.archive', { slug });
}

async function bringIn(tx: Transaction, given: AccountSettings, position: number): Promise<void> {
  const [row] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.slug, given.slug), isNull(accounts.archivedAt)));
  // One that was entered under this slug becomes the environment's, unless it is of another kind.
  if (row?.simulator === given.simulator && row.kind === given.kind) return update(tx, row, given);
  if (row !== undefined) {
    await tx.update(accounts).set({ archivedAt: dbNow }).where(eq(accounts.id, row.id));
    await note(tx, row.id, 'account.archive', { slug: row.slug, simulator: row.simulator });
  }
  const id = randomUUID();
  const rules = given.simulator ? {} : await inheritedRules(tx, given.kind);
  const whole = { ...given, settings: { ...given.settings, ...rules } };
  await tx.insert(accounts).values({ ...columns(id, whole), position });
  const { slug, simulator, baseUrl } = given;
  await note(tx, id, 'account.add', { slug, simulator, baseUrl, ...rules });
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
  // The simulator takes a new port at each start; that is no news for the audit log.
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

/** Null when the sealing key is gone: the environment's value then simply replaces it. */
function readable(id: string, sealed: string): string | null {
  try {
    return unseal(sealed, `credentials:${id}`);
  } catch {
    return null;
  }
}

const note = (tx: Transaction, accountId: string, action: AuditAction, after: unknown) =>
  appendAudit(tx, { operatorId: null, accountId, action, target: accountId, result: 'ok', after });
