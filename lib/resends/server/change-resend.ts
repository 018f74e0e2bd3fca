import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow, fromNow } from '#lib/data/clock.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';
import { resendRequests, resends } from '#lib/data/schema/resends.ts';
import type { PauseReason, ResendState } from '#lib/resends/contract.ts';
import { DAY_MS, MOST_IN_A_ROW, waitAfterSilence } from '#lib/resends/rules.ts';
import { learn } from '#lib/resends/server/rate-state.ts';
import {
  announceResend,
  auditResend,
  enqueueResend,
  OPEN_STATES,
  type ResendRow,
  resendRow,
} from '#lib/resends/server/resend-row.ts';

type Reason = z.infer<typeof PauseReason>;

/** The stored reason of a pause or failure; worded and masked when it is shown. */
export type StoredProblem = { code: string | null; message: string | null; requestId: string | null };

export const problemOf = (error: GuicheError): StoredProblem => {
  const { provider } = error.details;
  return {
    code: provider?.code ?? error.code,
    message: provider?.message ?? null,
    requestId: provider?.requestId ?? null,
  };
};

type Pause = { reason: Reason; until: Date | null; problem: StoredProblem; change?: Partial<ResendRow> };

/** Running → paused. `until` null: only `continue` resumes it. One cancelled meanwhile stays cancelled. */
export async function pause(tx: Transaction, row: ResendRow, { reason, until, problem, change }: Pause) {
  const [paused] = await tx
    .update(resends)
    .set({ ...change, state: 'paused', pauseReason: reason, pausedUntil: until, problem })
    .where(and(eq(resends.id, row.id), eq(resends.state, 'running'), eq(resends.chain, row.chain)))
    .returning();
  if (paused === undefined) return;
  if (until === null)
    await auditResend(tx, paused, {
      action: 'resend.paused',
      result: 'failed',
      after: { reason, code: problem.code },
      providerRequestId: problem.requestId,
    });
  await announceResend(tx, row.accountId);
}

/**
 * Pauses after a failed call, as long as the provider requested, else ever longer. `sent`: a request without
 * an answer; after the third in a row only an operator can continue.
 */
export async function pauseForRetry(
  tx: Transaction,
  row: ResendRow,
  error: GuicheError,
  pauseMs: number,
  { sent = false } = {},
): Promise<void> {
  const unanswered = row.unanswered + 1;
  const { retryAfterSeconds } = error.details;
  const waitMs =
    retryAfterSeconds === undefined ? waitAfterSilence(unanswered, pauseMs) : retryAfterSeconds * 1000;
  await pause(tx, row, {
    reason: error.code === 'rate_limited' && !sent ? 'rate_limited' : 'provider_unavailable',
    until: sent && unanswered >= MOST_IN_A_ROW ? null : new Date(databaseNow() + waitMs),
    problem: problemOf(error),
    change: { unanswered },
  });
}

/** Columns of a resend that is over. Guichê follows its results for another day. */
const OVER = {
  pauseReason: null,
  pausedUntil: null,
  stepDueAt: null,
  completedAt: dbNow,
  followedUntil: fromNow(DAY_MS),
};

/** Running (or one of `from`) → completed or failed. */
export async function finish(
  tx: Transaction,
  row: ResendRow,
  state: 'completed' | 'failed',
  problem: StoredProblem | null = null,
  from: readonly string[] = ['running'],
): Promise<void> {
  const [ended] = await tx
    .update(resends)
    .set({ ...OVER, state, problem })
    .where(and(eq(resends.id, row.id), inArray(resends.state, [...from]), eq(resends.chain, row.chain)))
    .returning();
  if (ended === undefined) return;
  if (state === 'failed') await dropPlanned(tx, row.id);
  await auditResend(tx, ended, {
    action: `resend.${state}`,
    result: state === 'failed' ? 'failed' : 'ok',
    after: problem && { code: problem.code },
    providerRequestId: problem?.requestId ?? null,
  });
  await announceResend(tx, row.accountId);
  await notifyEnded(tx, ended);
}

/** Notifies the operator who started the resend, unless they ended it themselves. */
async function notifyEnded(tx: Transaction, ended: ResendRow, by: string | null = null) {
  const { id, number, accountId, operatorId, state } = ended;
  if (by === operatorId) return;
  await raiseNotice(tx, {
    event: 'work_ended',
    cause: `resend:${id}`,
    step: `resend_${state}`,
    accountId,
    to: [operatorId],
    facts: { id, number, topic: 'resend', ...(by === null ? {} : { by }) },
  });
}

/** Cancels planned requests that were never sent. */
async function dropPlanned(tx: Transaction, resendId: string): Promise<void> {
  await tx
    .update(resendRequests)
    .set({ state: 'cancelled', endedAt: dbNow })
    .where(and(eq(resendRequests.resendId, resendId), eq(resendRequests.state, 'planned')));
}

type Head = { id: string; state: ResendState };

/** Cancels the unsent requests. A request in flight is still settled, and results are still followed. */
export async function cancelResend({ ctx, id }: { ctx: Ctx; id: string }): Promise<Head> {
  const { state } = await resendRow(ctx, id);
  return db().transaction(async (tx) => {
    const [cancelled] = await tx
      .update(resends)
      .set({ ...OVER, state: 'cancelled', chain: sql`${resends.chain} + 1` })
      .where(and(eq(resends.id, id), inArray(resends.state, OPEN_STATES)))
      .returning();
    if (cancelled === undefined) throw new GuicheError('conflict', `It is ${state} and cannot be cancelled.`);
    await dropPlanned(tx, id);
    const after = { number: cancelled.number };
    await appendAudit(tx, ctx.auditEntry({ action: 'resend.cancelled', target: id, after }));
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
  const resumed = await db().transaction(async (tx) => {
    // Checks the locked row, since the resend may have resumed and paused again.
    const row = await resendRow(ctx, id, tx);
    const waitMs = (row.pausedUntil?.getTime() ?? 0) - databaseNow();
    if (row.state === 'paused' && row.pauseReason === 'rate_limited' && waitMs > 0 && waitMs <= SHORT_WAIT_MS)
      throw new GuicheError('conflict', 'The provider asked for this wait.', {
        retryAfterSeconds: Math.ceil(waitMs / 1000),
      });
    const [running] = await tx
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
    if (running === undefined) throw new GuicheError('conflict', `It is ${row.state} and does not wait.`);
    if (row.pauseReason === 'provider_limit' || row.pauseReason === 'rate_limited')
      await learn(tx, row.accountId, { pausedUntil: null });
    const after = { number: running.number, after: row.pauseReason };
    await appendAudit(tx, ctx.auditEntry({ action: 'resend.continued', target: id, after }));
    await announceResend(tx, running.accountId);
    await bindAnswer(tx, ctx.intent, head);
    return running;
  });
  await enqueueResend(resumed);
  return head;
}
