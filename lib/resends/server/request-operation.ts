import 'server-only';
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { settings } from '#lib/core/env/settings.ts';
import { isPlausibleSkew } from '#lib/core/provider-numbers.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow } from '#lib/data/clock.ts';
import { resendItems, resendLines, resendRequests } from '#lib/data/schema/resends.ts';
import { followIndex } from '#lib/deliveries/server/get-index-reach.ts';
import type { LookUp, OperationKind, OperationRow } from '#lib/operations/server/kind.ts';
import { recordForJob } from '#lib/operations/server/perform.ts';
import type { Change, Outcome, ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { ResendAnswer } from '#lib/providers/records.ts';
import type { Pace } from '#lib/resends/rules.ts';
import { pauseForRetry } from '#lib/resends/server/change-resend.ts';
import {
  BUSY,
  learn,
  lineOf,
  providerNow,
  type RateWait,
  REQUEST_KIND,
  rateWait,
} from '#lib/resends/server/rate-state.ts';
import { announceResend, instant, type RequestRow, type ResendRow } from '#lib/resends/server/resend-row.ts';
import {
  isRequest,
  itemsOf,
  lockRequest,
  settleAccepted,
  settleRefused,
  settleUnknown,
  settleUnsent,
} from '#lib/resends/server/settle-request.ts';

/** One request, as its operation stores it. `ids` in the order of the items: one transaction may have several. */
type StoredRequest = {
  resendId: string;
  number: number;
  route: string;
  /** ISO 8601 UTC; null: the route has no window. */
  from: string | null;
  to: string | null;
  ids: string[];
  webhookId: string | null;
  /** ISO 8601 UTC, by the provider's clock: later records may be this request's. */
  askedAt: string;
};

/** Tolerance for clock differences; the sequence number excludes records that the index already had. */
const CLOCK_MARGIN_MS = 5_000;
const FOLLOWED_MS = 60_000;
/** After this time the index shows whether a request arrived. Its items are matched for the whole follow-up. */
const SEARCHED_MS = 5 * 60_000;

/**
 * One request to a resend route (document 1, Callback resend). The operation elects its sender, recovers and
 * looks it up; `resend_requests` holds the plan and the outcome as shown, written in the same transactions.
 * A request whose process died before the first byte is planned again. An unknown one is never sent again.
 */
export const RESEND_REQUEST: OperationKind<StoredRequest, ResendAnswer | null> = {
  name: REQUEST_KIND,
  permission: 'resend',
  stepUp: false,
  afterCrash: 'never_sent',
  repeatable: false,
  touches: ['resends'],
  async send({ row, request, port, change }) {
    const outcome = await call(partOf(port, 'resends'), request, change);
    if (outcome.kind === 'done') await updateServiceDate(row.accountId, outcome.date);
    return outcome;
  },
  sending: (tx, { row, request }) => markSent(tx, row, request),
  lookUp: ({ row, request }) => lookUp(row, request),
  absentMs: 0,
  async settled(tx, { row, request, state, value, error }) {
    const found = await lockRequest(tx, request);
    if (found === null) return;
    if (state === 'rejected') {
      if (row.reason === 'never_sent') await settleUnsent(tx, found, error);
      else if (error !== null) await settleRefused(tx, found, error);
    }
    // A look-up and a person bring no answer; the items follow the index.
    else if (value !== null)
      await settleAccepted(tx, found, value, { ids: request.ids, requestId: row.providerRequestId });
  },
  async unknown(tx, { request, error }) {
    const found = await lockRequest(tx, request);
    if (found === null) return;
    await settleUnknown(tx, request, { since: new Date(request.askedAt), error });
    if (error !== null)
      await pauseForRetry(tx, found.resend, error, settings().resends.pauseMs, { sent: true });
  },
  show: (answer) => ({ accepted: answer?.count ?? null, truncated: answer?.truncated ?? false }),
};

/** Writes the next request as an operation, if the account's line is free; else how long to wait. */
export function recordRequest(
  row: ResendRow,
  planned: RequestRow,
  pace: Pace,
): Promise<OperationRow | RateWait> {
  const { number, route, from, to } = planned;
  const { webhookId = null } = row.filter as { webhookId?: string };
  return db().transaction(async (tx) => {
    // The lock orders two processes: the second sees the operation of the first.
    const ofAccount = eq(resendLines.accountId, row.accountId);
    const [line] = await tx.select().from(resendLines).where(ofAccount).for('update');
    if (line === undefined) return BUSY;
    const wait = await rateWait(line, pace, tx);
    if (wait !== null) return wait;
    const items = await tx
      .select({ id: resendItems.transactionId })
      .from(resendItems)
      .where(remainingOf(planned))
      .orderBy(asc(resendItems.createdAt), asc(resendItems.transactionId));
    const ids = items.map(({ id }) => id);
    const window = { from: instant(from), to: instant(to) };
    const askedAt = new Date(providerNow(line) - CLOCK_MARGIN_MS).toISOString();
    const operation = await recordForJob(tx, RESEND_REQUEST, row, {
      target: `${row.id}/${number}`,
      request: { resendId: row.id, number, route, ...window, ids, webhookId, askedAt },
      intent: { resend: `R-${row.number}`, transactions: ids.length },
    });
    return operation ?? BUSY;
  });
}

function call(
  routes: NonNullable<ProviderPort['resends']>,
  { route, from, to, ids, webhookId }: StoredRequest,
  change: Change,
): Promise<Outcome<ResendAnswer>> {
  if (route === 'webhook') return routes.webhook(webhookId ?? '', change);
  if (route === 'transaction') return routes.transaction(ids[0] ?? '', change);
  if (from === null || to === null) throw new Error('A request by filter has no window.');
  const filter = { from, to, transactionIds: ids };
  return route === 'registered'
    ? routes.registered({ ...filter, webhookIds: [webhookId ?? ''] }, change)
    : routes.byFilter(filter, change);
}

const remainingOf = (request: Pick<RequestRow, 'resendId' | 'number'>) => itemsOf(request, ['remaining']);

const lastSeq = (accountId: string) =>
  sql<number>`(select coalesce(max(seq), 0) from deliveries where account_id = ${accountId})`;

/**
 * Marks the request and its items. False: the resend does not run any more, or the request was sent or planned
 * anew meanwhile (by a process of an earlier build, which writes no operation).
 */
async function markSent(tx: Transaction, { accountId }: OperationRow, request: StoredRequest) {
  // The lock orders this before or after a cancellation.
  const found = await lockRequest(tx, request);
  if (found?.resend.state !== 'running' || found.request.state !== 'planned') return false;
  await tx
    .update(resendRequests)
    .set({ state: 'sent', sentAt: dbNow, endedAt: null, sends: found.request.sends + 1 })
    .where(isRequest(request));
  const clocked = { askedAt: new Date(request.askedAt), askedSeq: lastSeq(accountId) };
  const marked = await tx
    .update(resendItems)
    .set({ state: 'requested', requestedAt: dbNow, ...clocked })
    .where(remainingOf(request))
    .returning({ id: resendItems.transactionId });
  const ids = new Set(request.ids);
  if (marked.length !== request.ids.length || !marked.every(({ id }) => ids.has(id))) return false;
  await announceResend(tx, accountId);
  return true;
}

/** By the records that the index matched with its items: one of them shows that the request arrived. */
async function lookUp(row: OperationRow, request: StoredRequest): Promise<LookUp<ResendAnswer | null>> {
  // Items are matched once the outcome is unknown, not while the call may still be answered.
  if (row.state !== 'unknown') return { found: 'unsure' };
  const { completeAt } = await followIndex(row.accountId, FOLLOWED_MS);
  const matched = and(itemsOf(request, ['requested']), isNotNull(resendItems.deliveryId));
  if ((await db().$count(resendItems, matched)) > 0) return { found: 'there', value: null };
  const searchedAt = (row.lastSentAt ?? row.createdAt).getTime() + SEARCHED_MS;
  const isSearched = completeAt !== null && completeAt.getTime() >= searchedAt;
  return isSearched ? { found: 'absent', next: 'wait' } : { found: 'unsure' };
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
