import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { type Account, accountById } from '#lib/accounts/server/account.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { isPlausibleSkew } from '#lib/core/provider-numbers.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow, dbNow, fromNow } from '#lib/data/clock.ts';
import type { DurableJob } from '#lib/data/jobs/queue.ts';
import { resendRequests, resends } from '#lib/data/schema/resends.ts';
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
import {
  acquireRateSlot,
  learn,
  limitsOf,
  lineOf,
  providerNow,
  type RateSlot,
  type ResendLimits,
  releaseRateSlot,
} from '#lib/resends/server/rate-state.ts';
import {
  announceResend,
  OPEN_STATES,
  type RequestRow,
  type ResendRow,
  resendById,
} from '#lib/resends/server/resend-row.ts';
import {
  moveEarliest,
  NotSent,
  type Sent,
  sendRequest,
  settleRefused,
  settleUnsent,
} from '#lib/resends/server/send-request.ts';
import { settleAccepted, settleUnknown } from '#lib/resends/server/settle-request.ts';

/** A step may run this long before its resend counts as abandoned. */
const STEP_MS = 120_000;
const UNCONFIGURED_MS = 5_000;
const GATHER_MS = 10_000;
/** A window that begins this close to the age limit would be too old on arrival. */
const AGE_MARGIN_MS = 120_000;
/** Tolerance for clock differences; the sequence number excludes records that the index already had. */
const CLOCK_MARGIN_MS = 5_000;

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
  const open = await openRequests(row.id);
  // Another process is sending it or died meanwhile; `maintainResends` finds out.
  if (open.some(({ state }) => state === 'sent')) return again(1_000);
  const [next] = open;
  if (next === undefined) {
    await db().transaction((tx) => finish(tx, row, 'completed'));
    return null;
  }
  return sendInSlot(row, next, account);
}

const openRequests = (resendId: string): Promise<RequestRow[]> =>
  db()
    .select()
    .from(resendRequests)
    .where(and(eq(resendRequests.resendId, resendId), inArray(resendRequests.state, ['planned', 'sent'])))
    .orderBy(asc(resendRequests.state), asc(resendRequests.number))
    .limit(2);

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

/** Reserves the account's line for one request; if it is busy, the step runs again later. */
async function sendInSlot(row: ResendRow, planned: RequestRow, account: Account): Promise<Step> {
  const limits = limitsOf(account);
  const holder = randomUUID();
  const forMs = settings().timeLimits.change + 20_000;
  const pace = { perMinute: limits.perMinute, minuteMs: limits.pauseMs, forMs };
  const slot = await acquireRateSlot(row.accountId, holder, pace);
  if ('waitMs' in slot) return waitForLine(row, slot);
  let counts = false;
  try {
    const now = providerNow(slot.line);
    const earliest = now - limits.maxAgeMs + AGE_MARGIN_MS;
    if (planned.from !== null && planned.from.getTime() < earliest) {
      await db().transaction((tx) => moveEarliest(tx, { ...row, tooOld: row.tooOld - 1 }, earliest));
      return again();
    }
    if (row.unanswered > 0 && !(await answersAgain(row, account))) return await pausedStep(row.id);
    const sent = await sendRequest(row, planned, portFor(account), now - CLOCK_MARGIN_MS);
    counts = await settle(row, sent, limits);
    return await pausedStep(row.id);
  } catch (error) {
    if (error instanceof NotSent) return again();
    throw error;
  } finally {
    await releaseRateSlot(row.accountId, holder, { counts });
  }
}

type Wait = Extract<RateSlot, { waitMs: number }>;

/** Pauses this resend too when the provider requested a wait for the account. */
async function waitForLine(row: ResendRow, { waitMs, pausedUntil }: Wait): Promise<Step> {
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

/** Settles a request. Returns true if the provider counted it against its limit. */
async function settle(row: ResendRow, { request, ids, outcome }: Sent, limits: ResendLimits) {
  if (outcome.kind === 'done') {
    await updateServiceDate(row.accountId, outcome.date);
    if (request.route === 'registered') await learn(db(), row.accountId, { registered: 'yes' });
    await settleAccepted(row, request, outcome.value, { requestId: outcome.requestId, ids });
    return true;
  }
  const { error } = outcome;
  if (outcome.kind === 'refused') {
    const refused = { row, request, error, limits };
    await (outcome.sent ? settleRefused(refused) : settleUnsent(refused));
    const status = error.details.provider?.status;
    return outcome.sent && status !== 422 && status !== 429;
  }
  const { code, requestId } = problemOf(error);
  await settleUnknown(request, row.accountId, { code, requestId });
  await db().transaction((tx) => pauseForRetry(tx, row, error, limits.pauseMs, { sent: true }));
  return true;
}

/** When the resend's next step is due, from its current row. */
async function pausedStep(id: string): Promise<Step> {
  const row = await resendById(id);
  if (row === null || !['running', 'paused'].includes(row.state)) return null;
  return row.state === 'running' ? again() : resumption(row);
}

/** The `Date` header has whole seconds, so a difference under two seconds counts as none. */
async function updateServiceDate(accountId: string, date: string | null): Promise<void> {
  if (date === null) return;
  const aheadBy = Date.parse(date) + 500 - databaseNow();
  if (!isPlausibleSkew(aheadBy)) return;
  const aheadMs = Math.abs(aheadBy) < 2_000 ? 0 : aheadBy;
  const line = await lineOf(accountId);
  if (Math.abs(line.aheadMs - aheadMs) > 500) await learn(db(), accountId, { aheadMs });
}
