import 'server-only';
import { eq } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { passwordMatches } from '#lib/auth/server/passwords.ts';
import { STEP_UP_MS } from '#lib/auth/server/session.ts';
import { countFailure, forget, waitOf } from '#lib/auth/server/throttle.ts';
import { db } from '#lib/db/client.ts';
import { writing } from '#lib/db/remembered.ts';
import { operators, sessions } from '#lib/db/schema/operators.ts';

/** A fresh proof of identity for this session; throttled like a sign-in, audited either way. */
export async function stepUp({ ctx, body }: { ctx: OperatorCtx; body: { password: string } }) {
  const bucket = `step-up:${ctx.operator.id}`;
  const wait = await waitOf(db(), [bucket]);
  if (wait > 0) throw new GuicheError('rate_limited', 'Too many tries.', { retryAfterSeconds: wait });
  const [operator] = await db().select().from(operators).where(eq(operators.id, ctx.operator.id));
  if (!(await passwordMatches(operator?.passwordHash, body.password))) {
    await countFailure(db(), [bucket]);
    await ctx.audit({ action: 'step-up', result: 'refused' });
    throw new GuicheError('invalid_request', 'The password does not match.', {
      fields: [{ field: 'password', message: 'mismatch' }],
    });
  }
  await forget(db(), bucket);
  const now = new Date();
  await writing('people', () =>
    db().transaction(async (tx) => {
      await tx.update(sessions).set({ provedAt: now }).where(eq(sessions.id, ctx.sessionId));
      await appendAudit(tx, ctx.auditEntry({ action: 'step-up' }));
    }),
  );
  return { until: new Date(now.getTime() + STEP_UP_MS).toISOString() };
}
