import 'server-only';
import { and, asc, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { type Account, accountById } from '#lib/accounts/server/account.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow, dbNow, fromNow } from '#lib/data/clock.ts';
import type { DurableJob } from '#lib/data/jobs/queue.ts';
import { resendRequests, resends } from '#lib/data/schema/resends.ts';
import { send } from '#lib/operations/server/perform.ts';
import { backgroundCall } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';
import { replanAfterWait } from '#lib/resends/server/batch.ts';
import {
  finish,
  pause,
  pauseForRetry,
  problemOf,
  type StoredProblem,
} from '#lib/resends/server/change-resend.ts';
import { collectUntil } from '#lib/resends/server/collect.ts';
import { limitsOf, lineOf, providerNow, type RateWait, rateWait } from '#lib/resends/server/rate-state.ts';
import { RESEND_REQUEST, recordRequest } from '#lib/resends/server/request-operation.ts';
import {
  announceResend,
  OPEN_STATES,
  type RequestRow,
  type ResendRow,
  resendById,
} from '#lib/resends/server/resend-row.ts';
import { moveEarliest } from '#lib/resends/server/settle-request.ts';

/** A step may run this long before its resend counts as abandoned. */
const STEP_MS = 120_000;
const UNCONFIGURED_MS = 5_000;
const GATHER_MS = 10_000;
/** A window that begins this close to the age limit would be too old on arrival. */
const AGE_MARGIN_MS = 120_000;

/** The chain of steps of one resend; each step returns when the next one is due. */
export const resendJob: DurableJob = {
  name: 'resend',
  run: (data, signal) => stepResend(String(data.resendId), Number(data.chain), signal),
};

type Step = { againAt: Date } | null;
const again = (afterMs = 0): Step => ({ againAt: new Date(databaseNow() + afterMs) });
const ofChain = (id: string, chain: number) => and(eq(resends.id, id), eq(resends.chain, chain));

/** One step of a resend's job, unless another chain took over from `chain`. Null: no further step. */
export async function stepResend(id: string, chain: number, signal: AbortSignal): Promise<Step> {
  const found = await resendById(id);
  if (found?.chain !== chain || !OPEN_STATES.includes(found.state)) return null;
  const account = await accountById(found.accountId);
  if (account?.unconfigured === true && (await postpone(found))) return again(UNCONFIGURED_MS);
  const row = await begin(found);
  if (row === null) return null;
  const next = row.state === 'paused' ? resumption(row) : await advance(row, account, signal);
  await due(row, next);
  return next;
}

/** When a paused resend goes on by itself. */
const resumption = ({ pausedUntil }: ResendRow): Step =>
  pausedUntil === null ? null : { againAt: pausedUntil };

/** The account is not configured here: the step runs again later, on any instance. False: it is not due. */
async function postpone({ id, chain }: ResendRow): Promise<boolean> {
  const updated = await db()
    .update(resends)
    .set({ stepDueAt: fromNow(UNCONFIGURED_MS) })
    .where(and(ofChain(id, chain), inArray(resends.state, OPEN_STATES), isNotNull(resends.stepDueAt)))
    .returning({ id: resends.id });
  return updated.length > 0;
}

/** The resend for this step, set to running if it may run; null if the step is no longer responsible. */
async function begin(row: ResendRow): Promise<ResendRow | null> {
  const { id, chain, state, pausedUntil } = row;
  if (state === 'paused' && (pausedUntil === null || pausedUntil.getTime() > databaseNow())) return row;
  const [running] = await db()
    .update(resends)
    .set({
      state: 'running',
      startedAt: row.startedAt ?? dbNow,
      pauseReason: null,
      pausedUntil: null,
      stepDueAt: fromNow(STEP_MS),
    })
    .where(and(ofChain(id, chain), eq(resends.state, state)))
    .returning();
  if (running !== undefined && state !== 'running')
    await db().transaction((tx) => announceResend(tx, row.accountId));
  return running ?? null;
}

/** Stores when the next step is due, so that a broken chain is detected. */
async function due(row: ResendRow, next: Step): Promise<void> {
  await db()
    .update(resends)
    .set({ stepDueAt: next?.againAt ?? null })
    .where(and(ofChain(row.id, row.chain), inArray(resends.state, ['running', 'paused'])));
}

async function advance(row: ResendRow, account: Account | null, signal: AbortSignal): Promise<Step> {
  if (account === null) return null;
  if (row.waitsFor !== null) {
    await replanAfterWait(row);
    return again();
  }
  if (row.plannedAt === null) return prepare(row, account, signal);
  const next = await nextRequest(row.id);
  if (next === null) {
    await db().transaction((tx) => finish(tx, row, 'completed'));
    return null;
  }
  // Another process is sending it or died meanwhile; the ledger finds out.
  return next.state === 'sent' ? again(1_000) : sendNext(row, next, account);
}

/** The request under way, else the next planned one. */
async function nextRequest(resendId: string): Promise<RequestRow | null> {
  const { state, number } = resendRequests;
  const [next] = await db()
    .select()
    .from(resendRequests)
    .where(and(eq(resendRequests.resendId, resendId), inArray(state, ['planned', 'sent'])))
    .orderBy(desc(state), asc(number))
    .limit(1);
  return next ?? null;
}

/** Reads and plans. */
async function prepare(row: ResendRow, account: Account, signal: AbortSignal): Promise<Step> {
  const call = backgroundCall(signal);
  const read = await didRead(row, account, () =>
    collectUntil(row, Date.now() + GATHER_MS, { account, port: portFor(account), call }),
  );
  if (!read) return pausedStep(row.id);
  if (row.unanswered > 0) await db().update(resends).set({ unanswered: 0 }).where(eq(resends.id, row.id));
  return again();
}

const PASSING = ['provider_unavailable', 'provider_timeout', 'rate_limited', 'unavailable'];

/** Reads. If that fails, pauses the resend to retry with growing waits, or ends it. */
async function didRead(row: ResendRow, account: Account, read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (!(error instanceof GuicheError)) throw error;
    const problem = problemOf(error);
    await db().transaction((tx) => {
      if (PASSING.includes(error.code)) return pauseForRetry(tx, row, error, limitsOf(account).pauseMs);
      if (error.code !== 'provider_credential') return finish(tx, row, 'failed', problem);
      return pause(tx, row, { reason: 'account_read_only', until: null, problem });
    });
    return false;
  }
}

/** Sends one request, if the account's line is free; otherwise the step runs again later. */
async function sendNext(row: ResendRow, planned: RequestRow, account: Account): Promise<Step> {
  const { maxAgeMs, perMinute, pauseMs } = limitsOf(account);
  const pace = { perMinute, minuteMs: pauseMs };
  const line = await lineOf(row.accountId);
  const wait = await rateWait(line, pace);
  if (wait !== null) return waitForLine(row, wait);
  const earliest = providerNow(line) - maxAgeMs + AGE_MARGIN_MS;
  if (planned.from !== null && planned.from.getTime() < earliest) {
    await db().transaction((tx) => moveEarliest(tx, { ...row, tooOld: row.tooOld - 1 }, earliest));
    return again();
  }
  if (row.unanswered > 0 && !(await answersAgain(row, account))) return pausedStep(row.id);
  const recorded = await recordRequest(row, planned, pace);
  if ('waitMs' in recorded) return waitForLine(row, recorded);
  await send(RESEND_REQUEST, recorded, portFor(account));
  return pausedStep(row.id);
}

/** Pauses this resend too when the provider requested a wait for the account. */
async function waitForLine(row: ResendRow, { waitMs, pausedUntil }: RateWait): Promise<Step> {
  if (pausedUntil === null) return again(waitMs);
  const limited = { code: 'rate_limited', message: null, requestId: null };
  const problem = (row.problem as StoredProblem | null) ?? limited;
  await db().transaction((tx) => pause(tx, row, { reason: 'rate_limited', until: pausedUntil, problem }));
  return { againAt: pausedUntil };
}

/** After an unanswered request, a read must succeed before the next change is sent. */
const answersAgain = (row: ResendRow, account: Account): Promise<boolean> =>
  didRead(row, account, async () =>
    portFor(account).deliveries?.list({}, { page: 1, limit: 1 }, backgroundCall()),
  );

/** When the resend's next step is due, from its current row. */
async function pausedStep(id: string): Promise<Step> {
  const row = await resendById(id);
  if (row === null || !['running', 'paused'].includes(row.state)) return null;
  return row.state === 'running' ? again() : resumption(row);
}
