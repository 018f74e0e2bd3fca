import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { type Account, accountById } from '#lib/accounts/server/account.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { isPlausibleSkew } from '#lib/core/provider-numbers.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow, dbNow, fromNow } from '#lib/data/clock.ts';
import { resendRequests, resends } from '#lib/data/schema/resends.ts';
import { backgroundCall } from '#lib/providers/reach.ts';
import { portFor } from '#lib/providers/registry.ts';
import { MOST_IN_A_ROW, waitAfterSilence } from '#lib/resends/rules.ts';
import { batchAfterWait } from '#lib/resends/server/batch.ts';
import { collectUntil } from '#lib/resends/server/collect.ts';
import { finish, pause, problemOf } from '#lib/resends/server/pause.ts';
import {
  acquireRateSlot,
  learn,
  limitsOf,
  lineOf,
  providerNow,
  type ResendLimits,
  releaseRateSlot,
} from '#lib/resends/server/rate-state.ts';
import {
  announceResend,
  type RequestRow,
  type ResendRow,
  resendById,
} from '#lib/resends/server/resend-row.ts';
import {
  moveEarliest,
  NotSent,
  type Sent,
  sendRequest,
  settleHeldBack,
  settleRefused,
} from '#lib/resends/server/send-request.ts';
import { settleAccepted, settleUnknown } from '#lib/resends/server/settle-request.ts';

/** While a step runs nobody takes its resend for left behind. */
const STEP_MS = 120_000;
const ELSEWHERE_MS = 5_000;
const GATHER_MS = 10_000;
/** A request whose window begins this close to the oldest that is taken would be too old on arrival. */
const AGE_MARGIN_MS = 120_000;
/** The clocks need not agree to the second; what the index knew before is ruled out by itself. */
const CLOCK_MARGIN_MS = 5_000;

export type Step = { againAt: Date } | null;
const again = (afterMs = 0): Step => ({ againAt: new Date(databaseNow() + afterMs) });

/**
 * One step of a resend's job: reads on what it shall ask for, or sends one request and writes its end. `chain` is
 * the chain of steps it belongs to; another one, begun by `continue` or after a crash, has taken over. Null: over.
 */
export async function stepResend(id: string, chain: number, signal: AbortSignal): Promise<Step> {
  if (await isElsewhere(id, chain)) return again(ELSEWHERE_MS);
  const row = await begin(id, chain);
  if (row === null) return null;
  if (row.state === 'paused') {
    const next = row.pausedUntil === null ? null : { againAt: row.pausedUntil };
    await due(row, next);
    return next;
  }
  const account = await accountById(row.accountId);
  const next = account === null ? null : await advance(row, account, signal);
  await due(row, next);
  return next;
}

/** Tells if its account is not configured here: the step comes again, here or at an instance that has it. */
async function isElsewhere(id: string, chain: number): Promise<boolean> {
  const row = await resendById(id);
  const account = row === null ? null : await accountById(row.accountId);
  if (account?.unconfigured !== true) return false;
  const [going] = await db()
    .update(resends)
    .set({ stepDueAt: fromNow(ELSEWHERE_MS) })
    .where(
      and(
        eq(resends.id, id),
        eq(resends.chain, chain),
        inArray(resends.state, ['queued', 'running', 'paused']),
        isNotNull(resends.stepDueAt),
      ),
    )
    .returning({ id: resends.id });
  return going !== undefined;
}

/** The resend as this step finds it, running where it may; null where the step is none of its own any more. */
async function begin(id: string, chain: number): Promise<ResendRow | null> {
  const row = await resendById(id);
  if (row === null || row.chain !== chain || !['queued', 'running', 'paused'].includes(row.state))
    return null;
  const waits =
    row.state === 'paused' && (row.pausedUntil === null || row.pausedUntil.getTime() > databaseNow());
  if (waits) return row;
  const [running] = await db()
    .update(resends)
    .set({
      state: 'running',
      startedAt: row.startedAt ?? dbNow,
      pauseReason: null,
      pausedUntil: null,
      stepDueAt: fromNow(STEP_MS),
    })
    .where(and(eq(resends.id, id), eq(resends.chain, chain), eq(resends.state, row.state)))
    .returning();
  if (running !== undefined && row.state !== 'running')
    await db().transaction((tx) => announceResend(tx, row.accountId));
  return running ?? null;
}

/** When the next step is to come, so that a chain that broke is seen. */
async function due(row: ResendRow, next: Step): Promise<void> {
  await db()
    .update(resends)
    .set({ stepDueAt: next?.againAt ?? null })
    .where(
      and(
        eq(resends.id, row.id),
        eq(resends.chain, row.chain),
        inArray(resends.state, ['running', 'paused']),
      ),
    );
}

async function advance(row: ResendRow, account: Account, signal: AbortSignal): Promise<Step> {
  if (row.waitsFor !== null) {
    await batchAfterWait(row);
    return again();
  }
  if (row.plannedAt === null) return prepare(row, account, signal);
  const open = await openRequests(row.id);
  // Another process is sending it, or died while it was: who keeps the resends finds out which.
  if (open.some(({ state }) => state === 'sent')) return again(1_000);
  const [next] = open;
  if (next === undefined) {
    await db().transaction((tx) => finish(tx, row, 'completed'));
    return null;
  }
  return takeTurn(row, next, account);
}

async function openRequests(resendId: string): Promise<RequestRow[]> {
  return db()
    .select()
    .from(resendRequests)
    .where(and(eq(resendRequests.resendId, resendId), inArray(resendRequests.state, ['planned', 'sent'])))
    .orderBy(asc(resendRequests.state), asc(resendRequests.number))
    .limit(2);
}

/** Reading fails like any read: it is tried again, later and later. */
async function prepare(row: ResendRow, account: Account, signal: AbortSignal): Promise<Step> {
  const limits = limitsOf(account);
  try {
    const call = backgroundCall(signal);
    await collectUntil(row, Date.now() + GATHER_MS, { account, port: portFor(account), call });
    if (row.unanswered > 0) await db().update(resends).set({ unanswered: 0 }).where(eq(resends.id, row.id));
    return again();
  } catch (error) {
    if (!(error instanceof GuicheError)) throw error;
    return readFailed(row, error, limits);
  }
}

async function readFailed(row: ResendRow, error: GuicheError, limits: ResendLimits): Promise<Step> {
  const inARow = row.unanswered + 1;
  const problem = problemOf(error);
  const passing = ['provider_unavailable', 'provider_timeout', 'rate_limited', 'unavailable'].includes(
    error.code,
  );
  const told = error.details.retryAfterSeconds;
  const wait = told === undefined ? waitAfterSilence(inARow, limits.pauseMs) : told * 1000;
  await db().transaction(async (tx) => {
    if (error.code === 'provider_credential')
      await pause(tx, row, { reason: 'account_read_only', until: null, problem });
    else if (!passing) await finish(tx, row, 'failed', problem);
    else
      await pause(tx, row, {
        reason: error.code === 'rate_limited' ? 'rate_limited' : 'provider_unavailable',
        until: new Date(databaseNow() + wait),
        problem,
        change: { unanswered: inARow },
      });
  });
  return passing ? again(wait) : null;
}

/** The account's line is taken for one request; what waits for it comes again when it may be free. */
async function takeTurn(row: ResendRow, planned: RequestRow, account: Account): Promise<Step> {
  const limits = limitsOf(account);
  const holder = randomUUID();
  const forMs = settings().timeLimits.change + 20_000;
  const turn = await acquireRateSlot(row.accountId, holder, {
    perMinute: limits.perMinute,
    minuteMs: limits.pauseMs,
    forMs,
  });
  if ('waitMs' in turn) return waitForLine(row, turn);
  let counts = false;
  try {
    const now = providerNow(turn.line);
    const earliest = now - limits.maxAgeMs + AGE_MARGIN_MS;
    if (planned.from !== null && planned.from.getTime() < earliest) {
      await db().transaction((tx) => moveEarliest(tx, { ...row, tooOld: row.tooOld - 1 }, earliest));
      return again();
    }
    if (row.unanswered > 0 && !(await answersAgain(row, account, limits))) return await pausedStep(row.id);
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

/** A wait that the provider asked of the account, by whatever resend, is a pause of this one too. */
async function waitForLine(
  row: ResendRow,
  { waitMs, pausedUntil }: { waitMs: number; pausedUntil: Date | null },
): Promise<Step> {
  if (pausedUntil === null) return again(waitMs);
  const problem = { code: 'rate_limited', message: null, requestId: null };
  await db().transaction((tx) =>
    pause(tx, row, {
      reason: 'rate_limited',
      until: pausedUntil,
      problem: (row.problem as typeof problem) ?? problem,
    }),
  );
  return { againAt: pausedUntil };
}

/** After a silence nothing that changes anything is sent before a read was answered. */
async function answersAgain(row: ResendRow, account: Account, limits: ResendLimits): Promise<boolean> {
  try {
    await portFor(account).deliveries?.list({}, { page: 1, limit: 1 }, backgroundCall());
    return true;
  } catch (error) {
    if (!(error instanceof GuicheError)) throw error;
    await readFailed(row, error, limits);
    return false;
  }
}

/** Writes how a request ended; true: the provider counted it against its limit. */
async function settle(
  row: ResendRow,
  { request, ids, outcome }: Sent,
  limits: ResendLimits,
): Promise<boolean> {
  if (outcome.kind === 'done') {
    await updateServiceDate(row.accountId, outcome.date);
    if (request.route === 'registered') await learn(db(), row.accountId, { registered: 'yes' });
    await settleAccepted(row, request, outcome.value, { requestId: outcome.requestId, ids });
    return true;
  }
  const { error } = outcome;
  if (outcome.kind === 'refused') {
    if (!outcome.sent) {
      await settleHeldBack({ row, request, error, limits });
      return false;
    }
    await settleRefused({ row, request, error, limits });
    const status = error.details.provider?.status;
    return status !== 422 && status !== 429;
  }
  const { code, requestId } = problemOf(error);
  await settleUnknown(request, row.accountId, { code, requestId });
  await afterSilence(row, error, limits);
  return true;
}

/** A provider that did not answer is given a while; after the third time in a row it takes an operator to go on. */
async function afterSilence(row: ResendRow, error: GuicheError, limits: ResendLimits): Promise<void> {
  const inARow = row.unanswered + 1;
  const told = error.details.retryAfterSeconds;
  const wait = told === undefined ? waitAfterSilence(inARow, limits.pauseMs) : told * 1000;
  const until = inARow >= MOST_IN_A_ROW ? null : new Date(databaseNow() + wait);
  await db().transaction((tx) =>
    pause(tx, row, {
      reason: 'provider_unavailable',
      until,
      problem: problemOf(error),
      change: { unanswered: inARow },
    }),
  );
}

/** When the resend goes on, as it stands now. */
async function pausedStep(id: string): Promise<Step> {
  const row = await resendById(id);
  if (row === null || !['running', 'paused'].includes(row.state)) return null;
  if (row.state === 'running') return again();
  return row.pausedUntil === null ? null : { againAt: row.pausedUntil };
}

/** `Date` names whole seconds: less than two are no difference. */
async function updateServiceDate(accountId: string, date: string | null): Promise<void> {
  if (date === null) return;
  const apart = Date.parse(date) + 500 - databaseNow();
  if (!isPlausibleSkew(apart)) return;
  const aheadMs = Math.abs(apart) < 2_000 ? 0 : apart;
  const line = await lineOf(accountId);
  if (Math.abs(line.aheadMs - aheadMs) > 500) await learn(db(), accountId, { aheadMs });
}
