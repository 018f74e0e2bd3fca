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

/**
 * Running → paused. `until` null: only `continue` resumes it. A resend cancelled meanwhile stays cancelled.
 */
export async function pause(
  tx: Transaction,
  row: ResendRow,
  options: { reason: Reason; until: Date | null; problem: StoredProblem; change?: Partial<ResendRow> },
): Promise<void> {
  const [paused] = await tx
    .update(resends)
    .set({
      ...options.change,
      state: 'paused',
      pauseReason: options.reason,
      pausedUntil: options.until,
      problem: options.problem,
    })
    .where(and(eq(resends.id, row.id), eq(resends.state, 'running'), eq(resends.chain, row.chain)))
    .returning();
  if (paused === undefined) return;
  if (options.until === null)
    await auditResend(tx, paused, {
      action: 'resend.paused',
      result: 'failed',
      after: { reason: options.reason, code: options.problem.code },
      requestId: options.problem.requestId,
    });
  await announceResend(tx, row.accountId);
}

/** Guichê follows results for this long after the last request. */
export const FOLLOWED_MS = 24 * 3_600_000;

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

/** Notifies the operator who started the resend, unless they ended it themselves. */
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

/** Cancels planned requests that were never sent. */
export async function dropPlanned(tx: Transaction, resendId: string): Promise<void> {
  await tx
    .update(resendRequests)
    .set({ state: 'cancelled', endedAt: dbNow })
    .where(and(eq(resendRequests.resendId, resendId), inArray(resendRequests.state, ['planned'])));
}
