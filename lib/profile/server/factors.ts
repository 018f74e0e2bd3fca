import 'server-only';
import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { fieldConflict } from '#lib/accounts/server/account.ts';
import type { OperatorCtx, RequestOrigin } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { identify } from '#lib/api/steps/identify.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import type { ReadCookie } from '#lib/auth/server/cookies.ts';
import {
  beginApp,
  confirmApp,
  dropCodesWithoutFactor,
  factorsOf,
  makeRecoveryCodes,
} from '#lib/auth/server/factors.ts';
import { changePeople, lockOwnSignIn } from '#lib/auth/server/hold-operator.ts';
import { notifySignIn } from '#lib/auth/server/notify-sign-in.ts';
import { addPasskey, passkeyCreationOptions, passkeyRequestOptions } from '#lib/auth/server/passkeys.ts';
import { policiesIn } from '#lib/auth/server/policies.ts';
import { buckets, refuseSlowed, throttled } from '#lib/auth/server/throttle.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { codeApps, passkeys } from '#lib/data/schema/operators.ts';
import type { Passkey } from '#lib/profile/contract.ts';

type Call = { ctx: OperatorCtx };

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
  const judged = await throttled([buckets.stepUp(id)], () =>
    changePeople(async (tx) => {
      await lockOwnSignIn(tx, ctx);
      if (!(await confirmApp(tx, id, code))) return null;
      const recoveryCodes = await makeRecoveryCodes(tx, id);
      await appendAudit(tx, ctx.auditEntry({ action: 'profile.totp', target: id }));
      await notifySignIn(tx, id, 'factor_changed');
      await bindAnswer(tx, ctx.intent, null);
      return { recoveryCodes };
    }),
  );
  refuseSlowed(judged);
  if (judged.kind === 'wrong') throw invalidField('otp', 'mismatch', 'The code does not match.');
  return judged.value;
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
    if (removed[0]?.confirmedAt) await afterFactorGone(tx, ctx, 'profile.totp-off', ctx.operator.id);
    await bindAnswer(tx, ctx.intent, null);
  });
}

/** After a factor's removal: audits and notifies. GuicheError `conflict` for the last one, if required. */
async function afterFactorGone(tx: Transaction, ctx: OperatorCtx, action: AuditAction, target: string) {
  const { id } = ctx.operator;
  if ((await policiesIn(tx)).secondFactor === 'required' && (await factorsOf(id, tx)).length === 0)
    throw fieldConflict('secondFactor', 'last', 'A second factor is required, and this is the last one.');
  await dropCodesWithoutFactor(tx, id);
  await appendAudit(tx, ctx.auditEntry({ action, target }));
  await notifySignIn(tx, id, 'factor_changed');
}

/** Makes ten new codes; the earlier ones end. `conflict` without a second factor. */
export async function newRecoveryCodes({ ctx }: Call): Promise<{ recoveryCodes: string[] }> {
  const { id } = ctx.operator;
  return db().transaction(async (tx) => {
    await lockOwnSignIn(tx, ctx);
    if ((await factorsOf(id, tx)).length === 0)
      throw new GuicheError('conflict', 'Without a second factor there is nothing to recover.');
    const recoveryCodes = await makeRecoveryCodes(tx, id);
    await appendAudit(tx, ctx.auditEntry({ action: 'profile.recovery-codes', target: id }));
    await notifySignIn(tx, id, 'factor_changed');
    await bindAnswer(tx, ctx.intent, null);
    return { recoveryCodes };
  });
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
export async function createPasskey({
  ctx,
  body,
}: Args<'POST /api/settings/profile/passkeys'>): Promise<Passkey> {
  const { id: operatorId } = ctx.operator;
  return changePeople(async (tx) => {
    await lockOwnSignIn(tx, ctx);
    const row = await addPasskey(tx, { ...body, operatorId, sessionId: ctx.sessionId });
    if (row === null) throw invalidField('attestation', 'refused', 'No passkey was made.');
    const { name, synced } = row;
    await appendAudit(
      tx,
      ctx.auditEntry({ action: 'profile.passkey', target: operatorId, after: { name, synced } }),
    );
    await notifySignIn(tx, operatorId, 'factor_changed');
    await bindAnswer(tx, ctx.intent, recordOf(row));
    return recordOf(row);
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
    await afterFactorGone(tx, ctx, 'profile.passkey-off', ctx.operator.id);
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
