import 'server-only';
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { GuicheError } from '#lib/core/errors.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow } from '#lib/data/clock.ts';
import { resendItems, resendRequests, resends } from '#lib/data/schema/resends.ts';
import type { Change, Outcome, ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { ResendAnswer } from '#lib/providers/records.ts';
import { DAY_MS, type Meaning, MOST_IN_A_ROW, meaningOf } from '#lib/resends/rules.ts';
import { dropPlan } from '#lib/resends/server/batch.ts';
import { finish, pause, pauseForRetry, problemOf } from '#lib/resends/server/change-resend.ts';
import { learn, type ResendLimits } from '#lib/resends/server/rate-state.ts';
import { announceResend, type RequestRow, type ResendRow } from '#lib/resends/server/resend-row.ts';
import { resetRequest, settleNone } from '#lib/resends/server/settle-request.ts';

/** The resend was cancelled, paused or taken by another process before anything was sent. */
export class NotSent extends Error {}

export type Sent = Awaited<ReturnType<typeof sendRequest>>;

/**
 * Sends one planned request, marked `sent` in one transaction before its first byte; else NotSent.
 * `askedAt` (epoch ms, provider's clock): later records may be this request's.
 */
export async function sendRequest(row: ResendRow, planned: RequestRow, port: ProviderPort, askedAt: number) {
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

async function idsOf(request: RequestRow): Promise<string[]> {
  const rows = await db()
    .select({ id: resendItems.transactionId })
    .from(resendItems)
    .where(remainingOf(request))
    .orderBy(asc(resendItems.createdAt), asc(resendItems.transactionId));
  return rows.map(({ id }) => id);
}

const remainingOf = ({ resendId, number }: RequestRow) =>
  and(isRemaining(resendId), eq(resendItems.request, number));

const isRemaining = (resendId: string) =>
  and(eq(resendItems.resendId, resendId), eq(resendItems.state, 'remaining'));

const lastSeq = (accountId: string) =>
  sql<number>`(select coalesce(max(seq), 0) from deliveries where account_id = ${accountId})`;

async function markSent(row: ResendRow, planned: RequestRow, transactions: number, askedAt: number) {
  return db().transaction(async (tx) => {
    // The row lock orders this before or after a cancellation.
    const [running] = await tx
      .update(resends)
      .set({ pauseReason: null, pausedUntil: null })
      .where(and(eq(resends.id, row.id), eq(resends.state, 'running'), eq(resends.chain, row.chain)))
      .returning({ id: resends.id });
    if (running === undefined) throw new NotSent();
    const mine = and(eq(resendRequests.resendId, row.id), eq(resendRequests.number, planned.number));
    const [request] = await tx
      .update(resendRequests)
      .set({ state: 'sent', sentAt: dbNow, endedAt: null, sends: planned.sends + 1 })
      .where(and(mine, eq(resendRequests.state, 'planned')))
      .returning();
    if (request === undefined) throw new NotSent();
    const clocked = { askedAt: new Date(askedAt), askedSeq: lastSeq(row.accountId) };
    const marked = await tx
      .update(resendItems)
      .set({ state: 'requested', requestedAt: dbNow, ...clocked })
      .where(remainingOf(planned))
      .returning({ id: resendItems.transactionId });
    // If other items were marked than read, another process interfered: send nothing.
    if (marked.length !== transactions) throw new NotSent();
    await announceResend(tx, row.accountId);
    return request;
  });
}

const FIRST_AGE_STEP_MS = 10 * 60_000;

type Refused = { row: ResendRow; request: RequestRow; error: GuicheError; limits: ResendLimits };

/** Nothing was sent: the connection was refused, or Guichê itself blocked the call. */
export async function settleUnsent({ row, request, error, limits }: Refused): Promise<void> {
  await db().transaction(async (tx) => {
    if (request.state === 'sent') await resetRequest(tx, request, { code: null });
    await pauseForRetry(tx, row, error, limits.pauseMs);
  });
}

/** The provider refused the request; the reason decides how the job continues. */
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
  if (meaning.kind === 'none' || meaning.kind === 'no_failure') {
    const state = meaning.kind === 'none' ? 'not_taken' : 'skipped';
    return settleNone(refused.row, request, { code, requestId, state });
  }
  await db().transaction(async (tx) => {
    if (!(await resetRequest(tx, request, { code, providerRequestId: requestId }))) return;
    await continueAfter(tx, refused, meaning);
  });
}

async function continueAfter(tx: Transaction, refused: Refused, meaning: Meaning): Promise<void> {
  const { row, error, limits, request } = refused;
  const problem = problemOf(error);
  switch (meaning.kind) {
    case 'limited':
      return waitForLimit(tx, refused, meaning);
    case 'blocked':
      return pause(tx, row, { reason: 'account_read_only', until: null, problem });
    case 'ids':
      if (request.route !== 'filter') break;
      await learn(tx, row.accountId, { idsRefused: true });
      return dropPlan(tx, row, {});
    case 'window': {
      const taken = Number(request.to) - Number(request.from);
      if (taken < DAY_MS / 24) break;
      await learn(tx, row.accountId, { windowMs: Math.min(limits.windowMs, Math.ceil(taken / 2)) });
      return dropPlan(tx, row, {});
    }
    case 'too_old':
      return moveEarliest(tx, row, Number(request.from) + FIRST_AGE_STEP_MS * 2 ** row.tooOld);
    case 'absent':
      if (request.route === 'registered') await learn(tx, row.accountId, { registered: 'no' });
  }
  return finish(tx, row, 'failed', problem);
}

/** Sends it again after a wait; after the third resend-limit refusal in a row only `continue` resumes. */
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

/** Sets the earliest window start (epoch ms). Older selected ones go one by one; others are `outside`. */
export async function moveEarliest(tx: Transaction, row: ResendRow, earliest: number): Promise<void> {
  await dropPlan(tx, row, { earliest: new Date(earliest), tooOld: row.tooOld + 1 });
  const { webhookId } = row.filter as { webhookId?: string };
  if (row.scope === 'selection' || (row.scope === 'failures' && webhookId === undefined)) return;
  await tx
    .update(resendItems)
    .set({ state: 'outside' })
    .where(and(isRemaining(row.id), lt(resendItems.createdAt, new Date(earliest))));
}
