import 'server-only';
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { GuicheError } from '#lib/core/errors.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow } from '#lib/data/clock.ts';
import { resendItems, resendRequests, resends } from '#lib/data/schema/resends.ts';
import type { Change, Outcome, ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { ResendAnswer } from '#lib/providers/records.ts';
import { DAY_MS, type Meaning, MOST_IN_A_ROW, meaningOf, waitAfterSilence } from '#lib/resends/rules.ts';
import { batchAnew } from '#lib/resends/server/batch.ts';
import { finish, pause, problemOf } from '#lib/resends/server/pause.ts';
import { learn, type ResendLimits } from '#lib/resends/server/rate-state.ts';
import { announceResend, type RequestRow, type ResendRow } from '#lib/resends/server/resend-row.ts';
import { settleNone, settleUntaken } from '#lib/resends/server/settle-request.ts';

/** It was cancelled, paused or taken elsewhere before a byte left. */
export class NotSent extends Error {}

export type Sent = { request: RequestRow; ids: string[]; outcome: Outcome<ResendAnswer> };

/**
 * Sends one planned request. Before its first byte it is `sent` and its transactions are `requested`, in one
 * transaction that holds only while the resend runs: who loses it sends nothing (NotSent). `askedAt`: the provider's
 * clock, epoch ms; records from then on may be this request's.
 */
export async function sendRequest(
  row: ResendRow,
  planned: RequestRow,
  port: ProviderPort,
  askedAt: number,
): Promise<Sent> {
  const routes = partOf(port, 'resends');
  const ids = await idsOf(planned);
  let request: RequestRow | null = null;
  const change: Change = {
    priority: 'operator',
    sending: async () => {
      // A second try after a refused connection is the same request.
      request ??= await markSent(row, planned, ids.length, askedAt);
    },
  };
  const outcome = await call(routes, row, planned, ids, change);
  return { request: request ?? planned, ids, outcome };
}

function call(
  routes: NonNullable<ProviderPort['resends']>,
  row: ResendRow,
  { route, from, to }: RequestRow,
  ids: string[],
  change: Change,
): Promise<Outcome<ResendAnswer>> {
  const { webhookId = '' } = row.filter as { webhookId?: string };
  if (route === 'webhook') return routes.webhook(webhookId, change);
  if (route === 'transaction') return routes.transaction(ids[0] ?? '', change);
  if (from === null || to === null) throw new Error('A request by filter has no window.');
  const filter = { from: from.toISOString(), to: to.toISOString(), transactionIds: ids };
  return route === 'registered'
    ? routes.registered({ ...filter, webhookIds: [webhookId] }, change)
    : routes.byFilter(filter, change);
}

async function idsOf({ resendId, number }: RequestRow): Promise<string[]> {
  const rows = await db()
    .select({ id: resendItems.transactionId })
    .from(resendItems)
    .where(remainingOf(resendId, number))
    .orderBy(asc(resendItems.createdAt), asc(resendItems.transactionId));
  return rows.map(({ id }) => id);
}

const remainingOf = (resendId: string, number: number) =>
  and(
    eq(resendItems.resendId, resendId),
    eq(resendItems.request, number),
    eq(resendItems.state, 'remaining'),
  );

const lastSeq = (accountId: string) =>
  sql<number>`(select coalesce(max(seq), 0) from deliveries where account_id = ${accountId})`;

async function markSent(
  row: ResendRow,
  planned: RequestRow,
  transactions: number,
  askedAt: number,
): Promise<RequestRow> {
  return db().transaction(async (tx) => {
    // The row's lock puts this before or after a cancellation, never beside it.
    const [running] = await tx
      .update(resends)
      .set({ pauseReason: null, pausedUntil: null })
      .where(and(eq(resends.id, row.id), eq(resends.state, 'running'), eq(resends.chain, row.chain)))
      .returning({ id: resends.id });
    if (running === undefined) throw new NotSent();
    const [request] = await tx
      .update(resendRequests)
      .set({ state: 'sent', sentAt: dbNow, endedAt: null, sends: planned.sends + 1 })
      .where(
        and(
          eq(resendRequests.resendId, row.id),
          eq(resendRequests.number, planned.number),
          eq(resendRequests.state, 'planned'),
        ),
      )
      .returning();
    if (request === undefined) throw new NotSent();
    const asked = await tx
      .update(resendItems)
      .set({
        state: 'requested',
        requestedAt: dbNow,
        askedAt: new Date(askedAt),
        askedSeq: lastSeq(row.accountId),
      })
      .where(remainingOf(row.id, planned.number))
      .returning({ id: resendItems.transactionId });
    // The items marked must be the items read: a difference is another process's doing, and nothing is sent.
    if (asked.length !== transactions) throw new NotSent();
    await announceResend(tx, row.accountId);
    return request;
  });
}

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
