import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { codeAppOf, recoveryCodesOf } from '#lib/auth/server/factors.ts';
import { lockOperator } from '#lib/auth/server/hold-operator.ts';
import { readPolicies } from '#lib/auth/server/policies.ts';
import { endRow, endSessionsOf } from '#lib/auth/server/session.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { operators, sessions } from '#lib/data/schema/operators.ts';
import type { Profile, ProfileShown } from '#lib/profile/contract.ts';
import type { OpenSession } from '#lib/session/contract.ts';
import { openSessionsOf } from '#lib/session/server/get-session.ts';
import { preferencesWith, readPreferences } from '#lib/session/server/preferences.ts';

export async function showProfile({ ctx }: { ctx: OperatorCtx }): Promise<ProfileShown> {
  const { id } = ctx.operator;
  const [[row], app, recoveryCodes, policies] = await Promise.all([
    db().select().from(operators).where(eq(operators.id, id)),
    codeAppOf(id),
    recoveryCodesOf(id),
    readPolicies(),
  ]);
  const { language, singleKeys, theme, density } = readPreferences({
    ...ctx,
    operator: { ...ctx.operator, preferences: row?.preferences },
  });
  return {
    name: row?.name ?? ctx.operator.name,
    locale: language,
    theme,
    density,
    shortcuts: singleKeys,
    email: ctx.operator.email,
    signIn: {
      password: row?.passwordHash
        ? { changedAt: row.passwordAt?.toISOString() ?? null, length: policies.passwordLength }
        : null,
      totp: app && {
        confirmedAt: app.confirmedAt?.toISOString() ?? null,
        lastUsedAt: app.lastUsedAt?.toISOString() ?? null,
      },
      recoveryCodes,
      required: policies.secondFactor === 'required',
    },
  };
}

type ProfileChange = { [K in keyof Profile]?: Profile[K] | undefined };

/**
 * Changes only the fields in `body`. A change of name is audited, because colleagues and the audit show the
 * name.
 */
export async function changeProfile({
  ctx,
  body,
}: {
  ctx: OperatorCtx;
  body: ProfileChange;
}): Promise<ProfileShown> {
  const { name, locale, shortcuts, theme, density } = body;
  const changedPreferences = { language: locale, singleKeys: shortcuts, theme, density };
  await invalidateAfter('people', () =>
    db().transaction(async (tx) => {
      const before = await lockOperator(tx, ctx.operator.id);
      await tx
        .update(operators)
        .set({
          preferences: preferencesWith(ctx, changedPreferences),
          ...(name === undefined ? {} : { name }),
        })
        .where(eq(operators.id, ctx.operator.id));
      if (name !== undefined && name !== before?.name)
        await appendAudit(
          tx,
          ctx.auditEntry({
            action: 'profile.name',
            target: ctx.operator.id,
            before: { name: before?.name },
            after: { name },
          }),
        );
      await bindAnswer(tx, ctx.intent, null);
    }),
  );
  return showProfile({ ctx: { ...ctx, locale: locale ?? ctx.locale } });
}

type Call = { ctx: OperatorCtx };

/** The operator's valid sessions, the last seen first. */
export async function listSessions({ ctx }: Call): Promise<{ items: OpenSession[] }> {
  return { items: await openSessionsOf(ctx.operator.id, ctx.sessionId) };
}

/**
 * Ends one of the operator's sessions. GuicheError `not_found` for another person's and for one that has
 * ended.
 */
export async function endOwnSession({ ctx, id }: Call & { id: string }): Promise<void> {
  await invalidateAfter('people', () =>
    db().transaction(async (tx) => {
      const [own] = await tx
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.operatorId, ctx.operator.id)));
      if (own === undefined || (await endRow(tx, id)) === null)
        throw new GuicheError('not_found', 'No such session.');
      await appendAudit(tx, ctx.auditEntry({ action: 'session.end', target: id.slice(0, 6) }));
      await bindAnswer(tx, ctx.intent, null);
    }),
  );
}

export async function endOtherSessions({ ctx }: Call): Promise<{ ended: number }> {
  return invalidateAfter('people', () =>
    db().transaction(async (tx) => {
      const ended = await endSessionsOf(tx, ctx.operator.id, { but: ctx.sessionId });
      await appendAudit(
        tx,
        ctx.auditEntry({ action: 'session.end-others', target: ctx.operator.id, after: { ended } }),
      );
      await bindAnswer(tx, ctx.intent, { ended });
      return { ended };
    }),
  );
}
