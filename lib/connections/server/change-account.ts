import 'server-only';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
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
  credentialRefusals,
  fieldConflict,
  invalid,
  isConfigured,
  requireEntered,
} from '#lib/accounts/server/account.ts';
import { markEntered, requireCallable, sealedParts } from '#lib/accounts/server/entered-address.ts';
import { type OperatorCtx, Reply } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import type { AccountConnection, SettingsChange } from '#lib/connections/contract.ts';
import { lockAccount, lockAccounts, toConnection } from '#lib/connections/server/connections.ts';
import { changeRecord } from '#lib/connections/server/rule-change-records.ts';
import { requestPolicyRelaxation, supersede } from '#lib/connections/server/rule-changes.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { OPEN_STATES } from '#lib/operations/rules.ts';

/**
 * Changes settings and the name, whatever the account's origin. A weaker approval rule waits for a
 * decision (202 with `change`); a stricter one applies at once and ends a pending request. GuicheError
 * `not_found`, `invalid_request`, `conflict`.
 */
export async function changeAccount({ ctx, id, body }: Args<'PATCH /api/settings/accounts/{id}'>) {
  const { name, settings = {}, reason } = body;
  return invalidateAfter('accounts', () =>
    db().transaction(async (tx) => {
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
      const note = ctx.auditEntry({
        action: 'account.edit',
        target: id,
        before: { name: current.name, settings: parts(before, touched) },
        after: { name: name ?? current.name, settings: parts(next, touched) },
      });
      await appendAudit(tx, { ...note, accountId: id });
      const connection = toConnection(changed ?? current);
      const answer = change
        ? new Reply(202, { ...connection, change: await changeRecord(ctx, change, tx) })
        : connection;
      await bindAnswer(tx, ctx.intent, answer);
      return answer;
    }),
  );
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
  await invalidateAfter('accounts', () =>
    db().transaction(async (tx) => {
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
      const note = ctx.auditEntry({ action: 'account.archive', target: id, before });
      await appendAudit(tx, { ...note, accountId: id });
      await bindAnswer(tx, ctx.intent, null);
    }),
  );
  await markEntered();
}

/** Saves the order of the side bar. `conflict` when `ids` are not exactly the present accounts. */
export async function orderAccounts({ ctx, ids }: { ctx: OperatorCtx; ids: string[] }): Promise<void> {
  await invalidateAfter('accounts', () =>
    db().transaction(async (tx) => {
      await lockAccounts(tx);
      const rows = await tx
        .select({ id: accounts.id, slug: accounts.slug })
        .from(accounts)
        .where(isNull(accounts.archivedAt))
        .orderBy(asc(accounts.position), asc(accounts.createdAt));
      const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
      const same = ids.length === slugs.size && new Set(ids).size === ids.length;
      if (!same || !ids.every((id) => slugs.has(id)))
        throw fieldConflict('ids', 'changed', 'The accounts have changed meanwhile.');
      for (const [position, id] of ids.entries())
        await tx.update(accounts).set({ position }).where(eq(accounts.id, id));
      const before = rows.map(({ slug }) => slug);
      const after = ids.map((id) => slugs.get(id));
      await appendAudit(tx, ctx.auditEntry({ action: 'account.order', target: null, before, after }));
      await bindAnswer(tx, ctx.intent, null);
    }),
  );
}

type Replace = 'PUT /api/settings/accounts/{id}/credential';

/** Replaces credential and address. GuicheError `not_found`, `invalid_request`, `conflict` (`origin`). */
export async function replaceCredential({ ctx, id, body }: Args<Replace>): Promise<AccountConnection> {
  const { environment, baseUrl } = body;
  await requireCallable(body, (await accountById(id)) ?? undefined);
  return invalidateAfter('accounts', () =>
    db().transaction(async (tx) => {
      const current = await lockAccount(tx, id);
      requireEntered(current);
      const faults = credentialRefusals(current.kind as AccountKind, body);
      if (faults.length > 0) throw invalid(faults);
      const { credentials, settings } = sealedParts(id, body.credentials);
      const nextSettings = { ...ownSettings(current.settings as Record<string, string>), ...settings };
      const [changed] = await tx
        .update(accounts)
        .set({ environment, baseUrl, credentials, settings: nextSettings })
        .where(eq(accounts.id, id))
        .returning();
      const before = { baseUrl: current.baseUrl, environment: current.environment };
      const after = { baseUrl, environment, parts: Object.keys(body.credentials) };
      const note = ctx.auditEntry({ action: 'account.credential', target: id, before, after });
      await appendAudit(tx, { ...note, accountId: id });
      const answer = toConnection(changed ?? current);
      await bindAnswer(tx, ctx.intent, answer);
      return answer;
    }),
  );
}
