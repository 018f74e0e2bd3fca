import 'server-only';
import { eq } from 'drizzle-orm';
import type { AccountKind } from '#lib/account-kinds.ts';
import { APPROVAL_RULES, type ApprovalRule, limitIn, weakened } from '#lib/accounts/approval-rules.ts';
import { settingsOf } from '#lib/accounts/rules.ts';
import { invalid } from '#lib/accounts/server/refusals.ts';
import { Reply } from '#lib/api/reply.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { appendAudit } from '#lib/audit/append.ts';
import type { AccountConnection, SettingsChange } from '#lib/connections/contract.ts';
import { heldAccount, toConnection } from '#lib/connections/server/connections.ts';
import { changeRecord } from '#lib/connections/server/rule-change-records.ts';
import { askWeaker, supersede } from '#lib/connections/server/rule-changes.ts';
import { db } from '#lib/db/client.ts';
import { writing } from '#lib/db/remembered.ts';
import { accounts } from '#lib/db/schema/accounts.ts';

/**
 * Name and settings, whoever gave the account; what is absent stays. A weaker approval rule waits (202 with `change`),
 * a stricter one holds at once and ends what waits. GuicheError `not_found`, `invalid_request`, `conflict`.
 */
export async function changeAccount({
  ctx,
  id,
  body: { name, settings = {}, reason },
}: Args<'PATCH /api/settings/accounts/{id}'>): Promise<AccountConnection | Reply> {
  return writing('accounts', () =>
    db().transaction(async (tx) => {
      const held = await heldAccount(tx, id);
      requireKnown(held.kind as AccountKind, settings);
      const before = held.settings as Record<string, string>;
      const asked = changedSettings(before, settings);
      const weak = weakened(before, asked);
      if (weak.length > 0 && reason === undefined) throw invalid([{ field: 'reason', message: 'needed' }]);
      const next = { ...asked, ...Object.fromEntries(weak.map((rule) => [rule, before[rule] ?? ''])) };
      if (APPROVAL_RULES.some((rule) => limitIn(next, rule) !== limitIn(before, rule)))
        await supersede(tx, ctx, id);
      const change =
        weak.length === 0
          ? null
          : await askWeaker(tx, ctx, id, {
              before: limitsOf(before, weak),
              after: limitsOf(asked, weak),
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
        before: { name: held.name, settings: parts(before, touched) },
        after: { name: name ?? held.name, settings: parts(next, touched) },
      });
      await appendAudit(tx, { ...note, accountId: id });
      const connection = toConnection(changed ?? held);
      const answer =
        change === null
          ? connection
          : new Reply(202, { ...connection, change: await changeRecord(ctx, change, tx) });
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

/** Null takes a setting away: then it is as usual. */
function changedSettings(before: Record<string, string>, change: SettingsChange): Record<string, string> {
  const next = { ...before };
  for (const [name, value] of Object.entries(change))
    if (value === null) delete next[name];
    else if (value !== undefined) next[name] = String(value);
  return next;
}

const parts = (settings: Record<string, string>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, settings[name] ?? null]));
