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
import { announceResend, heldResend, resendRow } from '#lib/resends/server/resend-row.ts';

type Head = { id: string; state: ResendState };

/** Cancels what was not sent. What was asked for is followed on; a request on its way still gets its end. */
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

/** A shorter wait is sat through: within it the provider would only refuse again. */
const SHORT_WAIT_MS = 60_000;

/** Goes on after a pause, and lifts what is left of a longer wait that the provider asked for. */
export async function continueResend({ ctx, id }: { ctx: Ctx; id: string }): Promise<Head> {
  const head: Head = { id, state: 'running' };
  const chain = await db().transaction(async (tx) => {
    // It may have gone on and been paused anew since: the pause that is lifted is the one that is judged.
    const row = await heldResend(tx, ctx, id);
    const left = (row.pausedUntil?.getTime() ?? 0) - databaseNow();
    if (row.state === 'paused' && row.pauseReason === 'rate_limited' && left > 0 && left <= SHORT_WAIT_MS)
      throw new GuicheError('conflict', 'The provider asked for this wait.', {
        retryAfterSeconds: Math.ceil(left / 1000),
      });
    const [going] = await tx
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
    if (going === undefined) throw new GuicheError('conflict', `It is ${row.state} and does not wait.`);
    if (row.pauseReason === 'provider_limit' || row.pauseReason === 'rate_limited')
      await learn(tx, row.accountId, { pausedUntil: null });
    await appendAudit(
      tx,
      ctx.auditEntry({
        action: 'resend.continued',
        target: id,
        after: { number: going.number, after: row.pauseReason },
      }),
    );
    await announceResend(tx, going.accountId);
    await bindAnswer(tx, ctx.intent, head);
    return going.chain;
  });
  await enqueueResend(id, chain).catch(() => undefined);
  return head;
}
