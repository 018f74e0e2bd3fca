import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { passwordMatches } from '#lib/auth/server/passwords.ts';
import { proofUntil } from '#lib/auth/server/session.ts';
import { buckets, throttled } from '#lib/auth/server/throttle.ts';
import { db } from '#lib/db/client.ts';
import { writing } from '#lib/db/remembered.ts';
import { operators, sessions } from '#lib/db/schema/operators.ts';
import { GuicheError } from '#lib/errors.ts';

/** A fresh proof of identity for this session; throttled like a sign-in, audited either way. */
export async function stepUp({ ctx, body }: { ctx: OperatorCtx; body: { password: string } }) {
  const judged = await throttled([buckets.stepUp(ctx.operator.id)], async () => {
    const [operator] = await db().select().from(operators).where(eq(operators.id, ctx.operator.id));
    return (await passwordMatches(operator?.passwordHash, body.password)) ? true : null;
  });
  if (judged.kind === 'slowed')
    throw new GuicheError('rate_limited', 'Too many tries.', { retryAfterSeconds: judged.waitSeconds });
  if (judged.kind === 'wrong') {
    await ctx.audit({ action: 'step-up', result: 'refused' });
    throw new GuicheError('invalid_request', 'The password does not match.', {
      fields: [{ field: 'password', message: 'mismatch' }],
    });
  }
  await writing('people', () =>
    db().transaction(async (tx) => {
      await tx
        .update(sessions)
        .set({ provedAt: sql`now()` })
        .where(and(eq(sessions.id, ctx.sessionId), isNull(sessions.endedAt)));
      await appendAudit(tx, ctx.auditEntry({ action: 'step-up' }));
    }),
  );
  const until = await proofUntil(ctx.sessionId);
  if (until === null) throw new GuicheError('unauthenticated', 'The session ended meanwhile.');
  return { until: until.toISOString() };
}
