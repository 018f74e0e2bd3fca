import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow, dbNow, fromNow } from '#lib/data/clock.ts';
import { resends } from '#lib/data/schema/resends.ts';
import type { ResendState } from '#lib/resends/contract.ts';
import { dropPlanned, FOLLOWED_MS, notifyEnded } from '#lib/resends/server/pause.ts';
import { learn } from '#lib/resends/server/rate-state.ts';
import { enqueueResend } from '#lib/resends/server/resend-job.ts';
import { announceResend, lockResend, resendRow } from '#lib/resends/server/resend-row.ts';

type Head = { id: string; state: ResendState };

/**
 * Cancels the unsent requests. Results of sent requests are still followed, and a request in flight is still
 * settled.
 */
export async function cancelResend({ ctx, id }: { ctx: Ctx; id: string }): Promise<Head> {
  const { state } = await resendRow(ctx, id);
  return db().transaction(async (tx) => {
    const [cancelled] = await tx
      .update(resends)
      .set({
        state: 'cancelled',
        pauseReason: null,
        pausedUntil: null,
        stepDueAt: null,
        chain: sql`${resends.chain} + 1`,
        completedAt: dbNow,
        followedUntil: fromNow(FOLLOWED_MS),
      })
      .where(and(eq(resends.id, id), inArray(resends.state, ['queued', 'running', 'paused'])))
      .returning();
    if (cancelled === undefined) throw new GuicheError('conflict', `It is ${state} and cannot be cancelled.`);
    await dropPlanned(tx, id);
    await appendAudit(
      tx,
      ctx.auditEntry({ action: 'resend.cancelled', target: id, after: { number: cancelled.number } }),
    );
    await announceResend(tx, cancelled.accountId);
    await notifyEnded(tx, cancelled, ctx.operator.id);
    const head: Head = { id, state: 'cancelled' };
    await bindAnswer(tx, ctx.intent, head);
    return head;
  });
}

/** `continue` does not cut a wait this short: the provider would only refuse again. */
const SHORT_WAIT_MS = 60_000;

/** Resumes after a pause, and drops the rest of a longer wait that the provider requested. */
export async function continueResend({ ctx, id }: { ctx: Ctx; id: string }): Promise<Head> {
  const head: Head = { id, state: 'running' };
  const chain = await db().transaction(async (tx) => {
    // Checks the locked row, since the resend may have resumed and paused again.
    const row = await lockResend(tx, ctx, id);
    const waitMs = (row.pausedUntil?.getTime() ?? 0) - databaseNow();
    if (row.state === 'paused' && row.pauseReason === 'rate_limited' && waitMs > 0 && waitMs <= SHORT_WAIT_MS)
      throw new GuicheError('conflict', 'The provider asked for this wait.', {
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      });
    const [resumed] = await tx
      .update(resends)
      .set({
        state: 'running',
        pauseReason: null,
        pausedUntil: null,
        limited: 0,
        unanswered: 0,
        stepDueAt: dbNow,
        chain: sql`${resends.chain} + 1`,
      })
      .where(and(eq(resends.id, id), eq(resends.state, 'paused')))
      .returning();
    if (resumed === undefined) throw new GuicheError('conflict', `It is ${row.state} and does not wait.`);
    if (row.pauseReason === 'provider_limit' || row.pauseReason === 'rate_limited')
      await learn(tx, row.accountId, { pausedUntil: null });
    await appendAudit(
      tx,
      ctx.auditEntry({
        action: 'resend.continued',
        target: id,
        after: { number: resumed.number, after: row.pauseReason },
      }),
    );
    await announceResend(tx, resumed.accountId);
    await bindAnswer(tx, ctx.intent, head);
    return resumed.chain;
  });
  await enqueueResend(id, chain).catch(() => undefined);
  return head;
}
