import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, max } from 'drizzle-orm';
import { ownSettings } from '#lib/accounts/rules.ts';
import { inTheWay, invalid } from '#lib/accounts/server/account.ts';
import { certificateFaults } from '#lib/accounts/server/certificates.ts';
import { requireCallable, sealedParts } from '#lib/accounts/server/entered-address.ts';
import { markEntered } from '#lib/accounts/server/entered-mark.ts';
import { inheritedRules } from '#lib/accounts/server/inherited-rules.ts';
import { archivedAccount, reopenArchived } from '#lib/accounts/server/resume-account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { adminExists } from '#lib/auth/server/first-admin.ts';
import { endReadySignIns } from '#lib/auth/server/ready-sign-ins.ts';
import type { AccountConnection, NewAccount } from '#lib/connections/contract.ts';
import { type AccountRow, oneAtATime, toConnection } from '#lib/connections/server/connections.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';

/**
 * Enters a real account. The first one needs an administrator of one's own and ends the ready sign-ins with it; a
 * simulator's account of the same slug gives way. GuicheError `invalid_request` (certificates, the address), `conflict` with the
 * field `slug` (taken) or `administrator` (needed).
 */
export async function addAccount({
  ctx,
  body,
}: Args<'POST /api/settings/accounts'>): Promise<AccountConnection> {
  const faults = certificateFaults(body.credentials);
  if (faults.length > 0) throw invalid(faults);
  await requireCallable(body);
  const made = await invalidateAfter('people', () =>
    invalidateAfter('accounts', () =>
      db().transaction(async (tx) => {
        await oneAtATime(tx);
        await endSimulatorAlone(tx);
        await giveWay(tx, ctx, body.slug);
        const answer = toConnection(await insert(tx, ctx, body));
        await bindAnswer(tx, ctx.intent, answer);
        return answer;
      }),
    ),
  );
  await markEntered();
  return made;
}

async function endSimulatorAlone(tx: Transaction): Promise<void> {
  const real = and(isNull(accounts.archivedAt), eq(accounts.simulator, false));
  if ((await tx.$count(accounts, real)) > 0) return;
  if (!(await adminExists(tx)))
    throw inTheWay('administrator', 'needed', 'An administrator of your own comes first.');
  await endReadySignIns(tx);
}

/** A slug is one account's; the simulator's leaves it to a real one. */
async function giveWay(tx: Transaction, ctx: OperatorCtx, slug: string): Promise<void> {
  const [held] = await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.slug, slug), isNull(accounts.archivedAt)));
  if (held === undefined) return;
  if (!held.simulator) throw inTheWay('slug', 'taken', 'Another account has this slug.');
  await tx.update(accounts).set({ archivedAt: dbNow }).where(eq(accounts.id, held.id));
  const note = ctx.auditEntry({
    action: 'account.archive',
    target: held.id,
    after: { slug, simulator: true },
  });
  await appendAudit(tx, { ...note, accountId: held.id });
}

/** Under the id of the archived account of this slug and kind, where there is one: all that is kept of it comes back. */
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
  const after = {
    slug,
    kind,
    environment,
    baseUrl,
    parts: Object.keys(body.credentials),
    ...rules,
    ...(archived === null ? {} : { resumed: true }),
  };
  const note = ctx.auditEntry({ action: 'account.add', target: id, after });
  await appendAudit(tx, { ...note, accountId: id });
  return row;
}
