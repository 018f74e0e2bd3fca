import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, max } from 'drizzle-orm';
import { ownSettings } from '#lib/accounts/rules.ts';
import { certificateFaults, fieldConflict, invalid } from '#lib/accounts/server/account.ts';
import { markEntered, requireCallable, sealedParts } from '#lib/accounts/server/entered-address.ts';
import { archivedAccount, inheritedRules, reopenArchived } from '#lib/accounts/server/sync-accounts.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { adminExists, newSetUpLink } from '#lib/auth/server/first-admin.ts';
import { endReadySignIns } from '#lib/auth/server/ready-sign-ins.ts';
import type { NewAccount } from '#lib/connections/contract.ts';
import { type AccountRow, lockAccounts, toConnection } from '#lib/connections/server/connections.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';

/**
 * Adds a real account. The first one requires a real administrator and ends the ready sign-ins; a simulator
 * account of the same slug is archived. GuicheError `invalid_request` (certificates, address), `conflict`
 * with the field `slug` (taken) or `administrator` (needed).
 */
export async function addAccount({ ctx, body }: Args<'POST /api/settings/accounts'>) {
  const faults = certificateFaults(body.credentials);
  if (faults.length > 0) throw invalid(faults);
  await requireCallable(body);
  const connection = await invalidateAfter('people', () =>
    invalidateAfter('accounts', () =>
      db().transaction(async (tx) => {
        await lockAccounts(tx);
        await prepareFirstAccount(tx);
        await freeSlug(tx, ctx, body.slug);
        const answer = toConnection(await insert(tx, ctx, body));
        await bindAnswer(tx, ctx.intent, answer);
        return answer;
      }),
    ),
  );
  await markEntered();
  return connection;
}

async function prepareFirstAccount(tx: Transaction): Promise<void> {
  const real = and(isNull(accounts.archivedAt), eq(accounts.simulator, false));
  if ((await tx.$count(accounts, real)) > 0) return;
  if (!(await adminExists(tx)))
    throw fieldConflict('administrator', 'needed', 'An administrator of your own comes first.');
  await endReadySignIns(tx);
}

/** Frees the slug: a real account takes it from a simulator account, but not from another real one. */
async function freeSlug(tx: Transaction, ctx: OperatorCtx, slug: string): Promise<void> {
  const [current] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.slug, slug), isNull(accounts.archivedAt)));
  if (current === undefined) return;
  if (!current.simulator) throw fieldConflict('slug', 'taken', 'Another account has this slug.');
  await tx.update(accounts).set({ archivedAt: dbNow }).where(eq(accounts.id, current.id));
  const after = { slug, simulator: true };
  const note = ctx.auditEntry({ action: 'account.archive', target: current.id, after });
  await appendAudit(tx, { ...note, accountId: current.id });
}

/** Inserts the account, or resumes the archived one of this slug and kind with all its data. */
async function insert(tx: Transaction, ctx: OperatorCtx, body: NewAccount): Promise<AccountRow> {
  const { kind, name, slug, environment, baseUrl } = body;
  const archived = await archivedAccount(tx, { slug, kind, simulator: false });
  const id = archived?.id ?? randomUUID();
  const [last] = await tx.select({ position: max(accounts.position) }).from(accounts);
  const { credentials, settings } = sealedParts(id, body.credentials);
  const rules = await inheritedRules(tx, kind);
  const before = ownSettings((archived?.settings ?? {}) as Record<string, string>);
  const values = {
    id,
    kind,
    name,
    slug,
    environment,
    baseUrl,
    credentials,
    settings: { ...before, ...settings, ...rules },
    simulator: false,
    origin: 'settings',
    position: (last?.position ?? 0) + 1,
    archivedAt: null,
  };
  const [row] = await tx
    .insert(accounts)
    .values(values)
    .onConflictDoUpdate({ target: accounts.id, set: values })
    .returning();
  if (archived !== null) await reopenArchived(tx, id);
  if (row === undefined) throw new Error('The account was not written.');
  const parts = Object.keys(body.credentials);
  const after = { slug, kind, environment, baseUrl, parts, ...rules, ...(archived && { resumed: true }) };
  const note = ctx.auditEntry({ action: 'account.add', target: id, after });
  await appendAudit(tx, { ...note, accountId: id });
  return row;
}

/** Creates the first administrator's link: one use, one hour. `conflict` when there is one. */
export function makeSetUpLink({ ctx }: { ctx: OperatorCtx }): Promise<{ url: string }> {
  return db().transaction(async (tx) => {
    if (await adminExists(tx))
      throw fieldConflict('administrator', 'exists', 'An administrator of your own exists.');
    await appendAudit(tx, ctx.auditEntry({ action: 'operator.set-up-link', target: null }));
    return { url: await newSetUpLink(tx) };
  });
}
