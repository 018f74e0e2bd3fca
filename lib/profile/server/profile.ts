import 'server-only';
import { eq } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { codeAppOf, recoveryCodesOf } from '#lib/auth/server/factors.ts';
import { holdOperator } from '#lib/auth/server/hold-operator.ts';
import { readPolicies } from '#lib/auth/server/policies.ts';
import { db } from '#lib/db/client.ts';
import { writing } from '#lib/db/remembered.ts';
import { operators } from '#lib/db/schema/operators.ts';
import type { Profile, ProfileShown } from '#lib/profile/contract.ts';
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

type Given = { [K in keyof Profile]?: Profile[K] | undefined };

/** Only what is given changes. A name is what colleagues and the audit see, so that its change is written down. */
export async function changeProfile({ ctx, body }: { ctx: OperatorCtx; body: Given }): Promise<ProfileShown> {
  const { name, locale, shortcuts, theme, density } = body;
  const given = { language: locale, singleKeys: shortcuts, theme, density };
  await writing('people', () =>
    db().transaction(async (tx) => {
      const before = await holdOperator(tx, ctx.operator.id);
      await tx
        .update(operators)
        .set({ preferences: preferencesWith(ctx, given), ...(name === undefined ? {} : { name }) })
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
