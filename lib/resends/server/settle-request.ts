import 'server-only';
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { resendItems, resendRequests, resends } from '#lib/data/schema/resends.ts';
import type { ResendAnswer } from '#lib/providers/records.ts';
import { dropPlan } from '#lib/resends/server/batch.ts';
import { pause } from '#lib/resends/server/change-resend.ts';
import { itemOf, matchRequest } from '#lib/resends/server/items.ts';
import { learn } from '#lib/resends/server/rate-state.ts';
import { announceResend, type RequestRow, type ResendRow } from '#lib/resends/server/resend-row.ts';

type Id = string | null;
type End = Partial<Pick<RequestRow, 'state' | 'accepted' | 'truncated' | 'code' | 'providerRequestId'>>;

/**
 * Stores how a request ended, only for the send it belongs to: a late answer after `unknown` counts, an
 * answer to an earlier send does not. False: already settled.
 */
async function end(tx: Transaction, request: RequestRow, change: End): Promise<boolean> {
  const { resendId, number, sends, state } = resendRequests;
  const ofSend = and(eq(resendId, request.resendId), eq(number, request.number), eq(sends, request.sends));
  const rows = await tx
    .update(resendRequests)
    .set({ ...change, endedAt: dbNow })
    .where(and(ofSend, inArray(state, ['sent', 'unknown'])))
    .returning({ number });
  return rows.length > 0;
}

/** Stores how a request ended, and `also` more, unless it was already settled. */
const settle = (
  accountId: string,
  request: RequestRow,
  change: End,
  also: (tx: Transaction) => Promise<unknown>,
): Promise<void> =>
  db().transaction(async (tx) => {
    if (!(await end(tx, request, change))) return;
    await also(tx);
    await announceResend(tx, accountId);
  });

const itemsOfRequest = ({ resendId, number }: RequestRow) =>
  and(
    eq(resendItems.resendId, resendId),
    eq(resendItems.request, number),
    inArray(resendItems.state, ['requested', 'unknown']),
  );

/** True if the provider ignored the ids. A webhook's count covers events too, so only its list counts. */
function overmatched(route: string, ids: readonly string[], { count, items }: ResendAnswer): boolean {
  if (route !== 'filter' && route !== 'registered') return false;
  const requested = new Set(ids);
  const others = items.some(({ transactionId }) => transactionId !== null && !requested.has(transactionId));
  return others || (route === 'filter' && count !== null && count > requested.size);
}

/** Pauses until an operator continues; the rest is then requested one by one. */
async function pauseOnOvermatch(tx: Transaction, row: ResendRow, request: RequestRow, requestId: Id) {
  if (request.route === 'filter') {
    await learn(tx, row.accountId, { idsRefused: true });
    await dropPlan(tx, row, {});
  }
  const problem = { code: 'ids_ignored', message: null, requestId };
  await pause(tx, row, { reason: 'ids_ignored', until: null, problem });
}

/** Accepted, not delivered. Items missing from a complete list were not taken. */
export async function settleAccepted(
  row: ResendRow,
  request: RequestRow,
  answer: ResendAnswer,
  { requestId, ids }: { requestId: Id; ids: readonly string[] },
): Promise<void> {
  const accepted: End = {
    state: 'accepted',
    accepted: answer.count ?? (request.route === 'transaction' ? 1 : null),
    truncated: answer.truncated,
    code: null,
    providerRequestId: requestId,
  };
  await settle(row.accountId, request, accepted, async (tx) => {
    await tx.update(resends).set({ limited: 0, unanswered: 0, problem: null }).where(eq(resends.id, row.id));
    if (request.route === 'webhook') await takeWhole(tx, row, request, answer);
    else await takeListed(tx, request, answer);
    await matchRequest(tx, request);
    if (overmatched(request.route, ids, answer)) await pauseOnOvermatch(tx, row, request, requestId);
  });
}

async function takeListed(tx: Transaction, request: RequestRow, answer: ResendAnswer): Promise<void> {
  const mine = itemsOfRequest(request);
  const listed = answer.items.flatMap(({ transactionId }) => transactionId ?? []);
  const whole = listed.length > 0 && !answer.truncated && listed.length < 500;
  if (whole)
    await tx
      .update(resendItems)
      .set({ state: 'requested', result: 'not_taken' })
      .where(and(mine, notInArray(resendItems.transactionId, listed)));
  await tx
    .update(resendItems)
    .set({ state: 'requested', result: sql`coalesce(${resendItems.result}, 'accepted')` })
    .where(mine);
}

/** A webhook's route uses the provider's history, so its list corrects the items from the index. */
async function takeWhole(tx: Transaction, row: ResendRow, request: RequestRow, answer: ResendAnswer) {
  const listed = answer.items.flatMap(({ transactionId, event }) =>
    transactionId === null ? [] : { transactionId, event: event ?? '' },
  );
  await addListed(tx, row, request, listed);
  const mine = itemsOfRequest(request);
  if (listed.length > 0 && !answer.truncated) {
    const pairs = listed.map(({ transactionId, event }) => sql`(${transactionId}, ${event})`);
    const pair = sql`(${resendItems.transactionId}, ${resendItems.event})`;
    await tx
      .update(resendItems)
      .set({ state: 'skipped', requestedAt: null, askedAt: null })
      .where(and(mine, sql`${pair} not in (${sql.join(pairs, sql`, `)})`));
  }
  const taken = await tx
    .update(resendItems)
    .set({ state: 'requested', result: 'accepted' })
    .where(mine)
    .returning({ id: resendItems.transactionId });
  const unlisted = Math.max(0, (answer.count ?? 0) - taken.length);
  await tx.update(resends).set({ unlisted }).where(eq(resends.id, row.id));
}

type Listed = { transactionId: string; event: string };

async function addListed(tx: Transaction, row: ResendRow, request: RequestRow, listed: Listed[]) {
  if (listed.length === 0) return;
  const { webhookId = null } = row.filter as { webhookId?: string };
  const [known] = await tx
    .select({ url: resendItems.url, askedAt: resendItems.askedAt, askedSeq: resendItems.askedSeq })
    .from(resendItems)
    .where(itemsOfRequest(request))
    .limit(1);
  const values = listed.map(({ transactionId, event }) => ({
    ...itemOf(row, transactionId, 'requested'),
    event,
    request: request.number,
    webhookId,
    url: known?.url ?? null,
    requestedAt: request.sentAt,
    askedAt: known?.askedAt ?? request.sentAt,
    askedSeq: known?.askedSeq ?? null,
  }));
  await tx.insert(resendItems).values(values).onConflictDoNothing();
}

/** The provider proved that it took nothing: resets the request as if it was never sent. */
export async function resetRequest(tx: Transaction, request: RequestRow, change: End): Promise<boolean> {
  if (!(await end(tx, request, { ...change, state: 'planned' }))) return false;
  const back = await tx
    .update(resendItems)
    .set({
      state: 'remaining',
      result: null,
      requestedAt: null,
      askedAt: null,
      askedSeq: null,
      deliveryId: null,
      deliveryEvent: null,
      httpStatus: null,
      responseTimeMs: null,
      deliveredAt: null,
    })
    .where(itemsOfRequest(request))
    .returning({ id: resendItems.transactionId });
  // Records attributed meanwhile do not belong to this request.
  const ids = back.map(({ id }) => id);
  if (ids.length > 0)
    await tx
      .update(deliveries)
      .set({ resendId: null })
      .where(and(eq(deliveries.resendId, request.resendId), inArray(deliveries.transactionId, ids)));
  return true;
}

/** Nothing matches (PZG404): requested, but not taken. */
export async function settleNone(
  row: ResendRow,
  request: RequestRow,
  { code, requestId, state }: { code: string | null; requestId: Id; state: 'not_taken' | 'skipped' },
): Promise<void> {
  const refused: End = { state: 'refused', accepted: 0, code, providerRequestId: requestId };
  await settle(row.accountId, request, refused, async (tx) => {
    await tx.update(resends).set({ limited: 0, unanswered: 0 }).where(eq(resends.id, row.id));
    await tx
      .update(resendItems)
      .set(state === 'skipped' ? { state: 'skipped' } : { state: 'requested', result: 'not_taken' })
      .where(itemsOfRequest(request));
  });
}

/** No readable answer: it may be accepted, so it is never requested again; a record can resolve it. */
export async function settleUnknown(
  request: RequestRow,
  accountId: string,
  { code, requestId }: { code: string | null; requestId: Id },
): Promise<void> {
  const unknown: End = { state: 'unknown', code, providerRequestId: requestId };
  await settle(accountId, request, unknown, async (tx) => {
    await tx
      .update(resendItems)
      .set({ state: 'unknown' })
      .where(and(itemsOfRequest(request), eq(resendItems.state, 'requested')));
    await matchRequest(tx, request);
  });
}
