import 'server-only';
import { and, eq, lt } from 'drizzle-orm';
import { db, type Transaction } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { resendItems } from '#lib/db/schema/resends.ts';
import type { GuicheError } from '#lib/errors.ts';
import { DAY_MS, type Meaning, MOST_IN_A_ROW, meaningOf, waitAfterSilence } from '#lib/resends/rules.ts';
import { batchAnew } from '#lib/resends/server/batch.ts';
import type { ResendLimits } from '#lib/resends/server/limits.ts';
import { learn } from '#lib/resends/server/line.ts';
import { finish, pause, problemOf } from '#lib/resends/server/pause.ts';
import type { RequestRow, ResendRow } from '#lib/resends/server/resend-row.ts';
import { settleNone, settleUntaken } from '#lib/resends/server/settle-request.ts';

const FIRST_AGE_STEP_MS = 10 * 60_000;

type Refused = { row: ResendRow; request: RequestRow; error: GuicheError; limits: ResendLimits };

/** Nothing left this house: the connection was refused, or what guards it held the call back. */
export async function settleHeldBack({ row, request, error, limits }: Refused): Promise<void> {
  const inARow = row.unanswered + 1;
  const told = error.details.retryAfterSeconds;
  const wait = told === undefined ? waitAfterSilence(inARow, limits.pauseMs) : told * 1000;
  await db().transaction(async (tx) => {
    if (request.state === 'sent') await settleUntaken(tx, request, { code: null });
    await pause(tx, row, {
      reason: error.code === 'rate_limited' ? 'rate_limited' : 'provider_unavailable',
      until: new Date(databaseNow() + wait),
      problem: problemOf(error),
      change: { unanswered: inARow },
    });
  });
}

/** The provider answered that it took nothing of this request: what that means decides how the job goes on. */
export async function settleRefused(refused: Refused): Promise<void> {
  const { request, error } = refused;
  const { provider, fields, retryAfterSeconds } = error.details;
  const meaning = meaningOf(request.route, {
    status: provider?.status ?? null,
    code: provider?.code ?? null,
    fields: (fields ?? []).map(({ field }) => field),
    retryAfterSeconds: retryAfterSeconds ?? null,
  });
  const { code, requestId } = problemOf(error);
  if (meaning.kind === 'none')
    return settleNone(refused.row, request, { code, requestId, state: 'not_taken' });
  if (meaning.kind === 'no_failure')
    return settleNone(refused.row, request, { code, requestId, state: 'skipped' });
  await db().transaction(async (tx) => {
    if (!(await settleUntaken(tx, request, { code, providerRequestId: requestId }))) return;
    await goOn(tx, refused, meaning);
  });
}

async function goOn(tx: Transaction, refused: Refused, meaning: Meaning): Promise<void> {
  const { row, error, limits, request } = refused;
  const problem = problemOf(error);
  switch (meaning.kind) {
    case 'limited':
      return waitForLimit(tx, refused, meaning);
    case 'blocked':
      return pause(tx, row, { reason: 'account_read_only', until: null, problem });
    case 'ids':
      if (request.route !== 'filter') return finish(tx, row, 'failed', problem);
      await learn(tx, row.accountId, { idsRefused: true });
      return batchAnew(tx, row, {});
    case 'window': {
      const taken = Number(request.to) - Number(request.from);
      if (taken < DAY_MS / 24) return finish(tx, row, 'failed', problem);
      await learn(tx, row.accountId, { windowMs: Math.min(limits.windowMs, Math.ceil(taken / 2)) });
      return batchAnew(tx, row, {});
    }
    case 'too_old':
      return moveEarliest(tx, row, Number(request.from) + FIRST_AGE_STEP_MS * 2 ** row.tooOld);
    case 'absent':
      if (request.route === 'registered') await learn(tx, row.accountId, { registered: 'no' });
      return finish(tx, row, 'failed', problem);
    default:
      return finish(tx, row, 'failed', problem);
  }
}

/** The same request again after a while; after the third refusal by the resend limit in a row only by hand. */
async function waitForLimit(
  tx: Transaction,
  { row, error, limits }: Refused,
  { waitSeconds, byResendLimit }: Extract<Meaning, { kind: 'limited' }>,
): Promise<void> {
  const limited = byResendLimit ? row.limited + 1 : row.limited;
  const until = new Date(databaseNow() + (waitSeconds === null ? limits.pauseMs : waitSeconds * 1000));
  const problem = problemOf(error);
  await learn(tx, row.accountId, { pausedUntil: until });
  if (limited >= MOST_IN_A_ROW)
    return pause(tx, row, { reason: 'provider_limit', until: null, problem, change: { limited } });
  return pause(tx, row, { reason: 'rate_limited', until, problem, change: { limited } });
}

/** No window may begin earlier any more (epoch ms): selected ones go one by one then, others end outside, by name. */
export async function moveEarliest(tx: Transaction, row: ResendRow, earliest: number): Promise<void> {
  await batchAnew(tx, row, { earliest: new Date(earliest), tooOld: row.tooOld + 1 });
  const { webhookId } = row.filter as { webhookId?: string };
  if (row.scope === 'selection' || (row.scope === 'failures' && webhookId === undefined)) return;
  await tx
    .update(resendItems)
    .set({ state: 'outside' })
    .where(
      and(
        eq(resendItems.resendId, row.id),
        eq(resendItems.state, 'remaining'),
        lt(resendItems.createdAt, new Date(earliest)),
      ),
    );
}
