import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { codeAppOf, recoveryCodesOf } from '#lib/auth/server/factors.ts';
import { changePeople, lockOperator, lockOwnSignIn } from '#lib/auth/server/hold-operator.ts';
import { notifySignIn } from '#lib/auth/server/notify-sign-in.ts';
import { endAllLinks } from '#lib/auth/server/one-time-links.ts';
import { hashPassword, passwordMatches, refuseWeak } from '#lib/auth/server/passwords.ts';
import { readPolicies } from '#lib/auth/server/policies.ts';
import { endRow, endSessionsOf } from '#lib/auth/server/session.ts';
import { buckets, refuseSlowed, throttled } from '#lib/auth/server/throttle.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';
import type { ProfileShown } from '#lib/profile/contract.ts';
import { profileKeys } from '#lib/profile/queries.ts';
import { listPasskeys } from '#lib/profile/server/factors.ts';
import type { OpenSession } from '#lib/session/contract.ts';
import { openSessionsOf, preferencesWith, readPreferences } from '#lib/session/server/get-session.ts';

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

/** Changes the fields in `body`. A new name is audited: colleagues and the audit show it. */
export async function changeProfile({
  ctx,
  body,
}: Args<'PATCH /api/settings/profile'>): Promise<ProfileShown> {
  const { name, locale, shortcuts, theme, density } = body;
  const changedPreferences = { language: locale, singleKeys: shortcuts, theme, density };
  await changePeople(async (tx) => {
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
  });
  return showProfile({ ctx: { ...ctx, locale: locale ?? ctx.locale } });
}

type Call = { ctx: OperatorCtx };

/** The operator's valid sessions, the last seen first. */
export async function listSessions({ ctx }: Call): Promise<{ items: OpenSession[] }> {
  return { items: await openSessionsOf(ctx.operator.id, ctx.sessionId) };
}

/** Ends one of the operator's sessions. GuicheError `not_found` for another person's and an ended one. */
export async function endOwnSession({ ctx, id }: Call & { id: string }): Promise<void> {
  await changePeople(async (tx) => {
    if ((await endRow(tx, id, ctx.operator.id)) === null)
      throw new GuicheError('not_found', 'No such session.');
    await appendAudit(tx, ctx.auditEntry({ action: 'session.end', target: id.slice(0, 6) }));
    await bindAnswer(tx, ctx.intent, null);
  });
}

export async function endOtherSessions({ ctx }: Call): Promise<{ ended: number }> {
  return changePeople(async (tx) => {
    const ended = await endSessionsOf(tx, ctx.operator.id, { but: ctx.sessionId });
    await appendAudit(
      tx,
      ctx.auditEntry({ action: 'session.end-others', target: ctx.operator.id, after: { ended } }),
    );
    await bindAnswer(tx, ctx.intent, { ended });
    return { ended };
  });
}

/**
 * Sets a new password at once and ends all other sessions. GuicheError `invalid_request` at `current` for a
 * wrong one (throttled like a sign-in) and at `next` for a weak one; `conflict` when the password was changed
 * meanwhile.
 */
export async function changePassword({
  ctx,
  body,
}: Args<'POST /api/settings/profile/password'>): Promise<void> {
  const { id, email, name } = ctx.operator;
  const judged = await throttled([buckets.stepUp(id)], async () => {
    const [operator] = await db().select().from(operators).where(eq(operators.id, id));
    return (await passwordMatches(operator?.passwordHash, body.current)) ? operator : null;
  });
  refuseSlowed(judged);
  if (judged.kind === 'wrong' || judged.value === undefined) {
    await ctx.audit({ action: 'profile.password', target: id, result: 'refused' });
    throw invalidField('current', 'mismatch', 'The password does not match.');
  }
  const proved = judged.value.passwordHash;
  await refuseWeak(body.next, { email, name }, 'next');
  const passwordHash = await hashPassword(body.next);
  await changePeople(async (tx) => {
    const now = await lockOwnSignIn(tx, ctx);
    if (now?.passwordHash !== proved)
      throw new GuicheError('conflict', 'The password was changed meanwhile.');
    await tx.update(operators).set({ passwordHash, passwordAt: sql`now()` }).where(eq(operators.id, id));
    await endAllLinks(tx, id);
    const ended = await endSessionsOf(tx, id, { but: ctx.sessionId });
    await appendAudit(tx, ctx.auditEntry({ action: 'profile.password', target: id, after: { ended } }));
    await notifySignIn(tx, id, 'password_changed');
  });
}

/** Reads the operator's profile, passkeys and sessions for the page's first paint. */
export const prefetchProfile = ({ ctx }: { ctx: OperatorCtx }) =>
  dehydrateQueries(ctx, ({ one }) => [
    one(profileKeys.own(), () => showProfile({ ctx })),
    one(profileKeys.passkeys(), async () => (await listPasskeys({ ctx })).items),
    one(profileKeys.sessions(), async () => (await listSessions({ ctx })).items),
  ]);
