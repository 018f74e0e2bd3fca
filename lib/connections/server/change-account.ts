import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, max } from 'drizzle-orm';
import {
  APPROVAL_RULES,
  type ApprovalRule,
  limitIn,
  ownSettings,
  settingsOf,
  weakened,
} from '#lib/accounts/rules.ts';
import {
  accountById,
  accountRows,
  certificateErrors,
  changeAccounts,
  credentialRefusals,
  fieldConflict,
  invalid,
  isConfigured,
  requireEntered,
} from '#lib/accounts/server/account.ts';
import { markEntered, requireCallable, sealedParts } from '#lib/accounts/server/entered-address.ts';
import { archivedAccount, inheritedRules, reopenArchived } from '#lib/accounts/server/sync-accounts.ts';
import { type OperatorCtx, Reply } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { adminExists, endReadySignIns, newSetUpLink } from '#lib/auth/server/first-admin.ts';
import type { AccountConnection, NewAccount, SettingsChange } from '#lib/connections/contract.ts';
import {
  type AccountRow,
  lockAccount,
  lockAccounts,
  toConnection,
} from '#lib/connections/server/connections.ts';
import { changeRecord, requestPolicyRelaxation, supersede } from '#lib/connections/server/rule-changes.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { auditBy } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';

/**
 * Adds a real account. The first one requires a real administrator and ends the ready sign-ins; a simulator
 * account of the same slug is archived. GuicheError `invalid_request` (certificates, address), `conflict`
 * with the field `slug` (taken) or `administrator` (needed).
 */
export async function addAccount({ ctx, body }: Args<'POST /api/settings/accounts'>) {
  const errors = certificateErrors(body.credentials);
  if (errors.length > 0) throw invalid(errors);
  await requireCallable(body);
  const connection = await invalidateAfter('people', () =>
    changeAccounts(async (tx) => {
      await lockAccounts(tx);
      await prepareFirstAccount(tx);
      await freeSlug(tx, ctx, body.slug);
      return bindAnswer(tx, ctx.intent, toConnection(await insert(tx, ctx, body)));
    }),
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
  const { id } = current;
  const after = { slug, simulator: true };
  await auditBy(tx, ctx, { action: 'account.archive', accountId: id, target: id, after });
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
  await auditBy(tx, ctx, { action: 'account.add', accountId: id, target: id, after });
  return row;
}

/** Creates the first administrator's link: one use, one hour. `conflict` when there is one. */
export function makeSetUpLink({ ctx }: { ctx: OperatorCtx }): Promise<{ url: string }> {
  return db().transaction(async (tx) => {
    if (await adminExists(tx))
      throw fieldConflict('administrator', 'exists', 'An administrator of your own exists.');
    await auditBy(tx, ctx, { action: 'operator.set-up-link' });
    return { url: await newSetUpLink(tx) };
  });
}

/**
 * Changes settings and the name, whatever the account's origin. A weaker approval rule waits for a
 * decision (202 with `change`); a stricter one applies at once and ends a pending request. GuicheError
 * `not_found`, `invalid_request`, `conflict`.
 */
export async function changeAccount({ ctx, id, body }: Args<'PATCH /api/settings/accounts/{id}'>) {
  const { name, settings = {}, reason } = body;
  return changeAccounts(async (tx) => {
    const current = await lockAccount(tx, id);
    requireKnown(current.kind as AccountKind, settings);
    const before = current.settings as Record<string, string>;
    const requested = changedSettings(before, settings);
    const weaker = weakened(before, requested);
    if (weaker.length > 0 && reason === undefined) throw invalid([{ field: 'reason', message: 'needed' }]);
    const next = { ...requested, ...Object.fromEntries(weaker.map((rule) => [rule, before[rule] ?? ''])) };
    if (APPROVAL_RULES.some((rule) => limitIn(next, rule) !== limitIn(before, rule)))
      await supersede(tx, ctx, id);
    const change =
      weaker.length === 0
        ? null
        : await requestPolicyRelaxation(tx, ctx, id, {
            before: limitsOf(before, weaker),
            after: limitsOf(requested, weaker),
            reason: reason ?? '',
          });
    const [changed] = await tx
      .update(accounts)
      .set({ settings: next, ...(name === undefined ? {} : { name }) })
      .where(eq(accounts.id, id))
      .returning();
    const touched = Object.keys(settings);
    await auditBy(tx, ctx, {
      action: 'account.edit',
      accountId: id,
      target: id,
      before: { name: current.name, settings: parts(before, touched) },
      after: { name: name ?? current.name, settings: parts(next, touched) },
    });
    const connection = toConnection(changed ?? current);
    const answer = change
      ? new Reply(202, { ...connection, change: await changeRecord(ctx, change, tx) })
      : connection;
    return bindAnswer(tx, ctx.intent, answer);
  });
}

const limitsOf = (settings: Record<string, string>, rules: readonly ApprovalRule[]) =>
  Object.fromEntries(rules.map((rule) => [rule, limitIn(settings, rule)]));

function requireKnown(kind: AccountKind, settings: SettingsChange): void {
  const known: readonly string[] = settingsOf(kind);
  const others = Object.keys(settings).filter((name) => !known.includes(name));
  if (others.length > 0)
    throw invalid(others.map((name) => ({ field: `settings.${name}`, message: 'other_kind' })));
}

/** Null removes a setting, which restores its default. */
function changedSettings(before: Record<string, string>, change: SettingsChange): Record<string, string> {
  const next = { ...before };
  for (const [name, value] of Object.entries(change))
    if (value === null) delete next[name];
    else if (value !== undefined) next[name] = String(value);
  return next;
}

const parts = (settings: Record<string, string>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, settings[name] ?? null]));

/**
 * Archives an account and deletes its credential; its records stay. `invalid_request`: another slug;
 * `conflict`: `origin`, open `operations` (they could never be looked up again), `last`.
 */
export async function removeAccount({ ctx, id, body }: Args<'DELETE /api/settings/accounts/{id}'>) {
  const { slug } = body;
  await changeAccounts(async (tx) => {
    await lockAccounts(tx);
    const current = await lockAccount(tx, id);
    if (current.slug !== slug.trim()) throw invalid([{ field: 'slug', message: 'other' }]);
    if (isConfigured(current)) requireEntered(current);
    if ((await tx.$count(accounts, isNull(accounts.archivedAt))) === 1)
      throw fieldConflict('last', 'needed', 'There is always one account.');
    const open = and(eq(operations.accountId, id), inArray(operations.state, [...OPEN_STATES]));
    if ((await tx.$count(operations, open)) > 0)
      throw fieldConflict('operations', 'open', 'Operations of this account have not ended yet.');
    // A pending weaker rule must not take effect when the account is resumed.
    await supersede(tx, ctx, id);
    await tx.update(accounts).set({ archivedAt: dbNow, credentials: '' }).where(eq(accounts.id, id));
    const before = { slug, kind: current.kind };
    await auditBy(tx, ctx, { action: 'account.archive', accountId: id, target: id, before });
    await bindAnswer(tx, ctx.intent, null);
  });
  await markEntered();
}

/** Saves the order of the side bar. `conflict` when `ids` are not exactly the present accounts. */
export async function orderAccounts({ ctx, ids }: { ctx: OperatorCtx; ids: string[] }): Promise<void> {
  await changeAccounts(async (tx) => {
    await lockAccounts(tx);
    const rows = await accountRows(tx);
    const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
    const same = ids.length === slugs.size && new Set(ids).size === ids.length;
    if (!same || !ids.every((id) => slugs.has(id)))
      throw fieldConflict('ids', 'changed', 'The accounts have changed meanwhile.');
    for (const [position, id] of ids.entries())
      await tx.update(accounts).set({ position }).where(eq(accounts.id, id));
    const before = rows.map(({ slug }) => slug);
    const after = ids.map((id) => slugs.get(id));
    await auditBy(tx, ctx, { action: 'account.order', before, after });
    await bindAnswer(tx, ctx.intent, null);
  });
}

type Replace = Args<'PUT /api/settings/accounts/{id}/credential'>;

/** Replaces credential and address. GuicheError `not_found`, `invalid_request`, `conflict` (`origin`). */
export async function replaceCredential({ ctx, id, body }: Replace): Promise<AccountConnection> {
  const { environment, baseUrl } = body;
  await requireCallable(body, (await accountById(id)) ?? undefined);
  return changeAccounts(async (tx) => {
    const current = await lockAccount(tx, id);
    requireEntered(current);
    const errors = credentialRefusals(current.kind as AccountKind, body);
    if (errors.length > 0) throw invalid(errors);
    const { credentials, settings } = sealedParts(id, body.credentials);
    const nextSettings = { ...ownSettings(current.settings as Record<string, string>), ...settings };
    const [changed] = await tx
      .update(accounts)
      .set({ environment, baseUrl, credentials, settings: nextSettings })
      .where(eq(accounts.id, id))
      .returning();
    const before = { baseUrl: current.baseUrl, environment: current.environment };
    const after = { baseUrl, environment, parts: Object.keys(body.credentials) };
    await auditBy(tx, ctx, { action: 'account.credential', accountId: id, target: id, before, after });
    return bindAnswer(tx, ctx.intent, toConnection(changed ?? current));
  });
}
