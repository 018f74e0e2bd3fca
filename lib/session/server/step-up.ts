import 'server-only';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import type { Args } from '#lib/api/serve.ts';
import { factorsOf, takeOtp } from '#lib/auth/server/factors.ts';
import { changePeople } from '#lib/auth/server/hold-operator.ts';
import { takePasskey } from '#lib/auth/server/passkeys.ts';
import { passwordMatches, renewHash } from '#lib/auth/server/passwords.ts';
import { proofUntil } from '#lib/auth/server/session.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { auditBy } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { attempt, buckets } from '#lib/data/rate-limit/attempts.ts';
import { operators, sessions } from '#lib/data/schema/operators.ts';
import type { sessionEndpoints } from '#lib/session/contract.ts';

type Proof = OutputOf<(typeof sessionEndpoints)['POST /api/step-up'], 'body'>;

/**
 * Records a fresh proof of identity for this session. Throttled like a sign-in; success and failure are
 * audited. With a second factor, the password alone is not accepted.
 */
export async function stepUp({ ctx, body }: Args<'POST /api/step-up'>) {
  const method = await attempt([buckets.stepUp(ctx.operator.id)], () => judge(ctx, body));
  const [field = 'password'] = Object.keys(body);
  if (method === null) {
    await ctx.audit({ action: 'step-up', result: 'refused', after: { method: field } });
    throw invalidField(field, 'mismatch', 'This is no proof of who you are.');
  }
  await changePeople(async (tx) => {
    await tx
      .update(sessions)
      .set({ provedAt: sql`now()` })
      .where(and(eq(sessions.id, ctx.sessionId), isNull(sessions.endedAt)));
    await auditBy(tx, ctx, { action: 'step-up', after: { method } });
  });
  const until = await proofUntil(ctx.sessionId);
  if (until === null) throw new GuicheError('unauthenticated', 'The session ended meanwhile.');
  return { until: until.toISOString() };
}

/** The method that proved the person; null when the proof failed. */
async function judge({ operator, sessionId }: OperatorCtx, proof: Proof): Promise<string | null> {
  if ('otp' in proof) return takeOtp(operator.id, proof.otp);
  if ('passkey' in proof)
    return (await takePasskey(proof.passkey, { kind: 'step-up', sessionId }, operator.id)) && 'passkey';
  if ((await factorsOf(operator.id)).length > 0)
    throw invalidField('password', 'factor_needed', 'The second factor is asked for, not the password.');
  const [row] = await db().select().from(operators).where(eq(operators.id, operator.id));
  if (!(await passwordMatches(row?.passwordHash, proof.password)) || row === undefined) return null;
  await renewHash(row, proof.password);
  return 'password';
}
