import 'server-only';
import { eq } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import {
  beginApp,
  confirmApp,
  dropCodesWithoutFactor,
  factorsOf,
  makeRecoveryCodes,
} from '#lib/auth/server/factors.ts';
import { lockOwnSignIn } from '#lib/auth/server/hold-operator.ts';
import { notifySignIn } from '#lib/auth/server/notify-sign-in.ts';
import { policiesIn } from '#lib/auth/server/policies.ts';
import { buckets, refuseSlowed, throttled } from '#lib/auth/server/throttle.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { codeApps } from '#lib/data/schema/operators.ts';

type Call = { ctx: OperatorCtx };

/**
 * Secret and URI of a new code app. Nothing changes before its first code. GuicheError `already_done` when an
 * app is confirmed.
 */
export async function addCodeApp({ ctx }: Call): Promise<{ secret: string; uri: string }> {
  return db().transaction(async (tx) => {
    await lockOwnSignIn(tx, ctx);
    const newApp = await beginApp(tx, ctx.operator, `Guichê ${new URL(settings().url).hostname}`);
    if (newApp === null) throw new GuicheError('already_done', 'A code app is set up already.');
    await bindAnswer(tx, ctx.intent, null);
    return newApp;
  });
}

/**
 * Confirms the app by its first code and makes ten recovery codes. GuicheError `invalid_request` at `otp` for
 * a wrong code; throttled like a sign-in.
 */
export async function confirmCodeApp({ ctx, otp }: Call & { otp: string }) {
  const { id } = ctx.operator;
  const code = otp.replace(/\D/g, '');
  const judged = await throttled([buckets.stepUp(id)], () =>
    invalidateAfter('people', () =>
      db().transaction(async (tx) => {
        await lockOwnSignIn(tx, ctx);
        if (!(await confirmApp(tx, id, code))) return null;
        const recoveryCodes = await makeRecoveryCodes(tx, id);
        await appendAudit(tx, ctx.auditEntry({ action: 'profile.totp', target: id }));
        await notifySignIn(tx, id, 'factor_changed');
        await bindAnswer(tx, ctx.intent, null);
        return { recoveryCodes };
      }),
    ),
  );
  refuseSlowed(judged);
  if (judged.kind === 'wrong')
    throw new GuicheError('invalid_request', 'The code does not match.', {
      fields: [{ field: 'otp', message: 'mismatch' }],
    });
  return judged.value;
}

/** Removes the code app. GuicheError `conflict` when it is the last factor and a policy requires one. */
export async function removeCodeApp({ ctx }: Call): Promise<void> {
  await invalidateAfter('people', () =>
    db().transaction(async (tx) => {
      await lockOwnSignIn(tx, ctx);
      const removed = await tx
        .delete(codeApps)
        .where(eq(codeApps.operatorId, ctx.operator.id))
        .returning({ confirmedAt: codeApps.confirmedAt });
      if (removed.length === 0) throw new GuicheError('not_found', 'No code app is set up.');
      // An unconfirmed app was not a factor yet.
      if (removed[0]?.confirmedAt) await afterFactorGone(tx, ctx, 'profile.totp-off', ctx.operator.id);
      await bindAnswer(tx, ctx.intent, null);
    }),
  );
}

/**
 * Call this after removing a factor. GuicheError `conflict` for the last one where a policy requires one.
 * Audits the removal and notifies the person.
 */
export async function afterFactorGone(
  tx: Transaction,
  ctx: OperatorCtx,
  action: AuditAction,
  target: string,
) {
  const { id } = ctx.operator;
  if ((await policiesIn(tx)).secondFactor === 'required' && (await factorsOf(id, tx)).length === 0)
    throw new GuicheError('conflict', 'A second factor is required, and this is the last one.', {
      fields: [{ field: 'secondFactor', message: 'last' }],
    });
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
