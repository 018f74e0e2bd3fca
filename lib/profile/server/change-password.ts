import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Args } from '#lib/api/serve.ts';
import { lockOwnSignIn } from '#lib/auth/server/hold-operator.ts';
import { notifySignIn } from '#lib/auth/server/notify-sign-in.ts';
import { endAllLinks } from '#lib/auth/server/one-time-links.ts';
import { refuseWeak } from '#lib/auth/server/password-strength.ts';
import { hashPassword, passwordMatches } from '#lib/auth/server/passwords.ts';
import { endSessionsOf } from '#lib/auth/server/session.ts';
import { buckets, refuseSlowed, throttled } from '#lib/auth/server/throttle.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';

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
    throw new GuicheError('invalid_request', 'The password does not match.', {
      fields: [{ field: 'current', message: 'mismatch' }],
    });
  }
  const proved = judged.value.passwordHash;
  await refuseWeak(body.next, { email, name }, 'next');
  const passwordHash = await hashPassword(body.next);
  await invalidateAfter('people', () =>
    db().transaction(async (tx) => {
      const now = await lockOwnSignIn(tx, ctx);
      if (now?.passwordHash !== proved)
        throw new GuicheError('conflict', 'The password was changed meanwhile.');
      await tx.update(operators).set({ passwordHash, passwordAt: sql`now()` }).where(eq(operators.id, id));
      await endAllLinks(tx, id);
      const ended = await endSessionsOf(tx, id, { but: ctx.sessionId });
      await appendAudit(tx, ctx.auditEntry({ action: 'profile.password', target: id, after: { ended } }));
      await notifySignIn(tx, id, 'password_changed');
    }),
  );
}
