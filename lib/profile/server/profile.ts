import 'server-only';
import { createHash } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { fieldConflict } from '#lib/accounts/server/account.ts';
import type { OperatorCtx, RequestOrigin } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { identify } from '#lib/api/steps/identify.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import type { ReadCookie } from '#lib/auth/server/cookies.ts';
import {
  beginApp,
  codeAppOf,
  confirmApp,
  dropCodesWithoutFactor,
  factorsOf,
  makeRecoveryCodes,
  recoveryCodesOf,
} from '#lib/auth/server/factors.ts';
import { changePeople, lockOperator, lockOwnSignIn } from '#lib/auth/server/hold-operator.ts';
import { notifySignIn } from '#lib/auth/server/notify-sign-in.ts';
import { endAllLinks } from '#lib/auth/server/one-time-links.ts';
import { addPasskey, passkeyCreationOptions, passkeyRequestOptions } from '#lib/auth/server/passkeys.ts';
import { hashPassword, passwordMatches, refuseWeak } from '#lib/auth/server/passwords.ts';
import { policiesIn, readPolicies } from '#lib/auth/server/policies.ts';
import { endRow, endSessionsOf } from '#lib/auth/server/session.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { auditBy, sessionMark } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { attempt, buckets } from '#lib/data/rate-limit/attempts.ts';
import { codeApps, operators, passkeys } from '#lib/data/schema/operators.ts';
import type { Passkey, ProfileShown } from '#lib/profile/contract.ts';
import type { OpenSession } from '#lib/session/contract.ts';
import { openSessionsOf, preferencesWith, readPreferences } from '#lib/session/server/get-session.ts';

type Call = { ctx: OperatorCtx };

export async function showProfile({ ctx }: Call): Promise<ProfileShown> {
  const { id } = ctx.operator;
  const [[row], totp, recoveryCodes, policies] = await Promise.all([
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
      totp,
      recoveryCodes,
      required: policies.secondFactor === 'required',
    },
  };
}

/** Changes the fields in `body`. A new name is audited: colleagues and the audit show it. */
export async function changeProfile({ ctx, body }: Args<'PATCH /api/settings/profile'>) {
  const { name, locale, shortcuts, theme, density } = body;
  const { id } = ctx.operator;
  const changed = { language: locale, singleKeys: shortcuts, theme, density };
  await changePeople(async (tx) => {
    const before = await lockOperator(tx, id);
    await tx
      .update(operators)
      .set({ preferences: preferencesWith(ctx, changed), ...(name === undefined ? {} : { name }) })
      .where(eq(operators.id, id));
    const change = { before: { name: before?.name }, after: { name } };
    if (name !== undefined && name !== before?.name)
      await auditBy(tx, ctx, { action: 'profile.name', target: id, ...change });
    await bindAnswer(tx, ctx.intent, null);
  });
  return showProfile({ ctx: { ...ctx, locale: locale ?? ctx.locale } });
}

/** The operator's valid sessions, the last seen first. */
export async function listSessions({ ctx }: Call): Promise<{ items: OpenSession[] }> {
  return { items: await openSessionsOf(ctx.operator.id, ctx.sessionId) };
}

/** Ends one of the operator's sessions. GuicheError `not_found` for another person's and an ended one. */
export async function endOwnSession({ ctx, id }: Call & { id: string }): Promise<void> {
  await changePeople(async (tx) => {
    if ((await endRow(tx, id, ctx.operator.id)) === null)
      throw new GuicheError('not_found', 'No such session.');
    await auditBy(tx, ctx, { action: 'session.end', target: sessionMark(id) });
    await bindAnswer(tx, ctx.intent, null);
  });
}

export async function endOtherSessions({ ctx }: Call): Promise<{ ended: number }> {
  const { id } = ctx.operator;
  return changePeople(async (tx) => {
    const ended = await endSessionsOf(tx, id, { but: ctx.sessionId });
    await auditBy(tx, ctx, { action: 'session.end-others', target: id, after: { ended } });
    return bindAnswer(tx, ctx.intent, { ended });
  });
}

/**
 * Sets a new password at once and ends all other sessions. GuicheError `invalid_request` at `current` for a
 * wrong one (throttled like a sign-in) and at `next` for a weak one; `conflict` when the password was changed
 * meanwhile.
 */
export async function changePassword({ ctx, body }: Args<'POST /api/settings/profile/password'>) {
  const { id, email, name } = ctx.operator;
  const proved = await attempt([buckets.stepUp(id)], async () => {
    const [operator] = await db().select().from(operators).where(eq(operators.id, id));
    return (await passwordMatches(operator?.passwordHash, body.current)) ? (operator ?? null) : null;
  });
  if (proved === null) {
    await ctx.audit({ action: 'profile.password', target: id, result: 'refused' });
    throw invalidField('current', 'mismatch', 'The password does not match.');
  }
  await refuseWeak(body.next, { email, name }, 'next');
  const passwordHash = await hashPassword(body.next);
  await changePeople(async (tx) => {
    const now = await lockOwnSignIn(tx, ctx);
    if (now?.passwordHash !== proved.passwordHash)
      throw new GuicheError('conflict', 'The password was changed meanwhile.');
    await tx.update(operators).set({ passwordHash, passwordAt: sql`now()` }).where(eq(operators.id, id));
    await endAllLinks(tx, id);
    const ended = await endSessionsOf(tx, id, { but: ctx.sessionId });
    await auditBy(tx, ctx, { action: 'profile.password', target: id, after: { ended } });
    await notifySignIn(tx, id, 'password_changed');
  });
}

/** Secret and URI of a new code app, in force after its first code. GuicheError `already_done`. */
export async function addCodeApp({ ctx }: Call): Promise<{ secret: string; uri: string }> {
  return db().transaction(async (tx) => {
    await lockOwnSignIn(tx, ctx);
    const newApp = await beginApp(tx, ctx.operator, `Guichê ${new URL(settings().url).hostname}`);
    if (newApp === null) throw new GuicheError('already_done', 'A code app is set up already.');
    await bindAnswer(tx, ctx.intent, null);
    return newApp;
  });
}

/** Confirms the app by its first code; ten recovery codes. `invalid_request` at `otp`; throttled. */
export async function confirmCodeApp({ ctx, otp }: Call & { otp: string }) {
  const { id } = ctx.operator;
  const code = otp.replace(/\D/g, '');
  const codes = await attempt([buckets.stepUp(id)], () =>
    changePeople(async (tx) => {
      await lockOwnSignIn(tx, ctx);
      return (await confirmApp(tx, id, code)) ? giveCodes(tx, ctx, 'profile.totp') : null;
    }),
  );
  if (codes === null) throw invalidField('otp', 'mismatch', 'The code does not match.');
  return codes;
}

/** Removes the code app. GuicheError `conflict` when it is the last factor and a policy requires one. */
export async function removeCodeApp({ ctx }: Call): Promise<void> {
  await changePeople(async (tx) => {
    await lockOwnSignIn(tx, ctx);
    const removed = await tx
      .delete(codeApps)
      .where(eq(codeApps.operatorId, ctx.operator.id))
      .returning({ confirmedAt: codeApps.confirmedAt });
    if (removed.length === 0) throw new GuicheError('not_found', 'No code app is set up.');
    // An unconfirmed app was not a factor yet.
    if (removed[0]?.confirmedAt) await afterFactorGone(tx, ctx, 'profile.totp-off');
    await bindAnswer(tx, ctx.intent, null);
  });
}

/** After a factor's removal: audits and notifies. GuicheError `conflict` for the last one, if required. */
async function afterFactorGone(tx: Transaction, ctx: OperatorCtx, action: AuditAction) {
  const { id } = ctx.operator;
  if ((await policiesIn(tx)).secondFactor === 'required' && (await factorsOf(id, tx)).length === 0)
    throw fieldConflict('secondFactor', 'last', 'A second factor is required, and this is the last one.');
  await dropCodesWithoutFactor(tx, id);
  await auditBy(tx, ctx, { action, target: id });
  await notifySignIn(tx, id, 'factor_changed');
}

/** Makes ten new codes; the earlier ones end. `conflict` without a second factor. */
export async function newRecoveryCodes({ ctx }: Call): Promise<{ recoveryCodes: string[] }> {
  const { id } = ctx.operator;
  return db().transaction(async (tx) => {
    await lockOwnSignIn(tx, ctx);
    if ((await factorsOf(id, tx)).length === 0)
      throw new GuicheError('conflict', 'Without a second factor there is nothing to recover.');
    return giveCodes(tx, ctx, 'profile.recovery-codes');
  });
}

async function giveCodes(tx: Transaction, ctx: OperatorCtx, action: AuditAction) {
  const { id } = ctx.operator;
  const recoveryCodes = await makeRecoveryCodes(tx, id);
  await auditBy(tx, ctx, { action, target: id });
  await notifySignIn(tx, id, 'factor_changed');
  await bindAnswer(tx, ctx.intent, null);
  return { recoveryCodes };
}

export async function listPasskeys({ ctx }: Call): Promise<{ items: Passkey[] }> {
  const rows = await db()
    .select()
    .from(passkeys)
    .where(eq(passkeys.operatorId, ctx.operator.id))
    .orderBy(asc(passkeys.createdAt));
  return { items: rows.map(recordOf) };
}

export const offerPasskey = ({ ctx }: Call) => passkeyCreationOptions(ctx.operator, ctx.sessionId);

/** Stores a passkey that a device created for this session just now. GuicheError `invalid_request`. */
export async function createPasskey({ ctx, body }: Args<'POST /api/settings/profile/passkeys'>) {
  const { id: operatorId } = ctx.operator;
  return changePeople(async (tx) => {
    await lockOwnSignIn(tx, ctx);
    const row = await addPasskey(tx, { ...body, operatorId, sessionId: ctx.sessionId });
    if (row === null) throw invalidField('attestation', 'refused', 'No passkey was made.');
    const { name, synced } = row;
    await auditBy(tx, ctx, { action: 'profile.passkey', target: operatorId, after: { name, synced } });
    await notifySignIn(tx, operatorId, 'factor_changed');
    return bindAnswer(tx, ctx.intent, recordOf(row));
  });
}

/** Removes a passkey. GuicheError `not_found` for another's; `conflict` for the last factor, if required. */
export async function removePasskey({ ctx, id }: Call & { id: string }): Promise<void> {
  await changePeople(async (tx) => {
    await lockOwnSignIn(tx, ctx);
    const own = await tx.select().from(passkeys).where(eq(passkeys.operatorId, ctx.operator.id));
    const key = own.find((one) => idOf(one.id) === id);
    if (key === undefined) throw new GuicheError('not_found', 'No such passkey.');
    await tx.delete(passkeys).where(eq(passkeys.id, key.id));
    await afterFactorGone(tx, ctx, 'profile.passkey-off');
    await bindAnswer(tx, ctx.intent, null);
  });
}

const idOf = (deviceId: string) => createHash('sha256').update(deviceId).digest('base64url').slice(0, 22);

function recordOf(row: typeof passkeys.$inferSelect): Passkey {
  const { name, synced } = row;
  return {
    id: idOf(row.id),
    name,
    synced,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

/**
 * Options for the device. Anyone may request a sign-in, which names no key and writes nothing. A step-up
 * requires a session and accepts only its person's keys.
 */
export async function passkeyChallenge(
  purpose: 'sign-in' | 'step-up',
  cookie: ReadCookie,
  from: RequestOrigin,
) {
  if (purpose === 'sign-in') return passkeyRequestOptions({ kind: 'sign-in' }, null);
  const who = await identify(cookie, from);
  if (who === null) throw new GuicheError('unauthenticated', 'There is no session.');
  return passkeyRequestOptions({ kind: 'step-up', sessionId: who.sessionId }, who.operator.id);
}
