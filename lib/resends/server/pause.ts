import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { GuicheError } from '#lib/core/errors.ts';
import type { Transaction } from '#lib/data/client.ts';
import { dbNow, fromNow } from '#lib/data/clock.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';
import { resendRequests, resends } from '#lib/data/schema/resends.ts';
import type { PauseReason } from '#lib/resends/contract.ts';
import { announceResend, auditResend, type ResendRow } from '#lib/resends/server/resend-row.ts';

export type Reason = z.infer<typeof PauseReason>;

/** The reason that a resend keeps for its wait or failure; worded and masked when it is read. */
export type KeptProblem = { code: string | null; message: string | null; requestId: string | null };

export const problemOf = (error: GuicheError): KeptProblem => {
  const { provider } = error.details;
  return {
    code: provider?.code ?? error.code,
    message: provider?.message ?? null,
    requestId: provider?.requestId ?? null,
  };
};

/** Running → paused; `until` null: only `continue` goes on. What was cancelled meanwhile stays cancelled. */
export async function pause(
  tx: Transaction,
  row: ResendRow,
  given: { reason: Reason; until: Date | null; problem: KeptProblem; change?: Partial<ResendRow> },
): Promise<void> {
  const [paused] = await tx
    .update(resends)
    .set({
      ...given.change,
      state: 'paused',
      pauseReason: given.reason,
      pausedUntil: given.until,
      problem: given.problem,
    })
    .where(and(eq(resends.id, row.id), eq(resends.state, 'running'), eq(resends.chain, row.chain)))
    .returning();
  if (paused === undefined) return;
  if (given.until === null)
    await auditResend(tx, paused, {
      action: 'resend.paused',
      result: 'failed',
      after: { reason: given.reason, code: given.problem.code },
      requestId: given.problem.requestId,
    });
  await announceResend(tx, row.accountId);
}

/** Delivered and failed are followed for so long after the last request. */
export const FOLLOWED_MS = 24 * 3_600_000;

/** Running (or one of `from`) → completed or failed. */
export async function finish(
  tx: Transaction,
  row: ResendRow,
  state: 'completed' | 'failed',
  problem: KeptProblem | null = null,
  from: readonly string[] = ['running'],
): Promise<void> {
  const [ended] = await tx
    .update(resends)
    .set({
      state,
      pauseReason: null,
      pausedUntil: null,
      stepDueAt: null,
      completedAt: dbNow,
      followedUntil: fromNow(FOLLOWED_MS),
      problem,
    })
    .where(and(eq(resends.id, row.id), inArray(resends.state, [...from]), eq(resends.chain, row.chain)))
    .returning();
  if (ended === undefined) return;
  if (state === 'failed') await dropPlanned(tx, row.id);
  await auditResend(tx, ended, {
    action: `resend.${state}`,
    result: state === 'failed' ? 'failed' : 'ok',
    ...(problem === null ? {} : { after: { code: problem.code }, requestId: problem.requestId }),
  });
  await announceResend(tx, row.accountId);
  await notifyEnded(tx, ended);
}

/** Whoever began it learns how it ended, unless they ended it themselves. */
export async function notifyEnded(
  tx: Transaction,
  ended: ResendRow,
  by: string | null = null,
): Promise<void> {
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

/** Cancels requests that were planned and never sent. */
export async function dropPlanned(tx: Transaction, resendId: string): Promise<void> {
  await tx
    .update(resendRequests)
    .set({ state: 'cancelled', endedAt: dbNow })
    .where(and(eq(resendRequests.resendId, resendId), inArray(resendRequests.state, ['planned'])));
}
