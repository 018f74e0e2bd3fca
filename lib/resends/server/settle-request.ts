import 'server-only';
import { type AnyColumn, and, eq, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { settings } from '#lib/core/env/settings.ts';
import type { GuicheError } from '#lib/core/errors.ts';
import type { Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow } from '#lib/data/clock.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { resendItems, resendRequests, resends } from '#lib/data/schema/resends.ts';
import type { ResendAnswer } from '#lib/providers/records.ts';
import { DAY_MS, type Meaning, MOST_IN_A_ROW, meaningOf } from '#lib/resends/rules.ts';
import { dropPlan } from '#lib/resends/server/batch.ts';
import { finish, pause, pauseForRetry, problemOf } from '#lib/resends/server/change-resend.ts';
import { itemOf, matchRequest } from '#lib/resends/server/items.ts';
import { learn } from '#lib/resends/server/rate-state.ts';
import { OPEN_STATES, type RequestRow, type ResendRow } from '#lib/resends/server/resend-row.ts';

/** What the end of a request changes. Each function runs in the transaction that settles its operation. */

type Named = Pick<RequestRow, 'resendId' | 'number'>;
/** A request and its resend, which is locked. */
type Found = { resend: ResendRow; request: RequestRow };
type Id = string | null;
type End = Partial<Pick<RequestRow, 'state' | 'accepted' | 'truncated' | 'code' | 'providerRequestId'>>;

export const isRequest = ({ resendId, number }: Named): SQL | undefined =>
  and(eq(resendRequests.resendId, resendId), eq(resendRequests.number, number));

export const itemsOf = ({ resendId, number }: Named, states: string[]): SQL | undefined =>
  and(
    eq(resendItems.resendId, resendId),
    eq(resendItems.request, number),
    inArray(resendItems.state, states),
  );

const requestedItems = (request: Named) => itemsOf(request, ['requested', 'unknown']);

/** Null: the plan was dropped meanwhile, or the resend was deleted. */
export async function lockRequest(tx: Transaction, request: Named): Promise<Found | null> {
  const [resend] = await tx.select().from(resends).where(eq(resends.id, request.resendId)).for('update');
  const [found] = await tx.select().from(resendRequests).where(isRequest(request));
  return resend === undefined || found === undefined ? null : { resend, request: found };
}

/** Stores how a request ended. False: it was settled or cancelled already. */
async function end(tx: Transaction, request: Named, change: End): Promise<boolean> {
  const open = inArray(resendRequests.state, ['planned', 'sent', 'unknown']);
  const rows = await tx
    .update(resendRequests)
    .set({ ...change, endedAt: dbNow })
    .where(and(isRequest(request), open))
    .returning({ number: resendRequests.number });
  return rows.length > 0;
}

/** True if the provider ignored the ids. A webhook's count covers events too, so only its list counts. */
function overmatched(route: string, ids: readonly string[], { count, items }: ResendAnswer): boolean {
  if (route !== 'filter' && route !== 'registered') return false;
  const requested = new Set(ids);
  const others = items.some(({ transactionId }) => transactionId !== null && !requested.has(transactionId));
  return others || (route === 'filter' && count !== null && count > requested.size);
}

/** Pauses until an operator continues; the rest is then requested one by one. */
async function pauseOnOvermatch(tx: Transaction, { resend, request }: Found, requestId: Id) {
  if (request.route === 'filter') {
    await learn(tx, resend.accountId, { idsRefused: true });
    await dropPlan(tx, resend, {});
  }
  const problem = { code: 'ids_ignored', message: null, requestId };
  await pause(tx, resend, { reason: 'ids_ignored', until: null, problem });
}

/** Accepted, not delivered. Items missing from a complete list were not taken. */
export async function settleAccepted(
  tx: Transaction,
  found: Found,
  answer: ResendAnswer,
  { requestId, ids }: { requestId: Id; ids: readonly string[] },
): Promise<void> {
  const { resend, request } = found;
  const accepted: End = {
    state: 'accepted',
    accepted: answer.count ?? (request.route === 'transaction' ? 1 : null),
    truncated: answer.truncated,
    code: null,
    providerRequestId: requestId,
  };
  if (!(await end(tx, request, accepted))) return;
  await tx.update(resends).set({ limited: 0, unanswered: 0, problem: null }).where(eq(resends.id, resend.id));
  if (request.route === 'webhook') await takeWhole(tx, found, answer);
  else await takeListed(tx, request, answer);
  await matchRequest(tx, request);
  if (request.route === 'registered') await learn(tx, resend.accountId, { registered: 'yes' });
  if (overmatched(request.route, ids, answer)) await pauseOnOvermatch(tx, found, requestId);
}

async function takeListed(tx: Transaction, request: RequestRow, answer: ResendAnswer): Promise<void> {
  const mine = requestedItems(request);
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
async function takeWhole(tx: Transaction, { resend, request }: Found, answer: ResendAnswer) {
  const listed = answer.items.flatMap(({ transactionId, event }) =>
    transactionId === null ? [] : { transactionId, event: event ?? '' },
  );
  await addListed(tx, resend, request, listed);
  const mine = requestedItems(request);
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
  await tx.update(resends).set({ unlisted }).where(eq(resends.id, resend.id));
}

type Listed = { transactionId: string; event: string };

async function addListed(tx: Transaction, row: ResendRow, request: RequestRow, listed: Listed[]) {
  if (listed.length === 0) return;
  const { webhookId = null } = row.filter as { webhookId?: string };
  const [known] = await tx
    .select({ url: resendItems.url, askedAt: resendItems.askedAt, askedSeq: resendItems.askedSeq })
    .from(resendItems)
    .where(requestedItems(request))
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
async function resetRequest(tx: Transaction, { resend, request }: Found, change: End): Promise<boolean> {
  const state = OPEN_STATES.includes(resend.state) ? 'planned' : 'cancelled';
  if (!(await end(tx, request, { ...change, state }))) return false;
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
    .where(requestedItems(request))
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

/** Nothing was sent: the connection was refused, Guichê blocked the call, or (no error) its process died. */
export async function settleUnsent(tx: Transaction, found: Found, error: GuicheError | null): Promise<void> {
  await resetRequest(tx, found, { code: null });
  if (error !== null) await pauseForRetry(tx, found.resend, error, settings().resends.pauseMs);
}

/** The provider refused the request; the reason decides how the job continues. */
export async function settleRefused(tx: Transaction, found: Found, error: GuicheError): Promise<void> {
  const { provider, fields, retryAfterSeconds } = error.details;
  const meaning = meaningOf(found.request.route, {
    status: provider?.status ?? null,
    code: provider?.code ?? null,
    fields: (fields ?? []).map(({ field }) => field),
    retryAfterSeconds: retryAfterSeconds ?? null,
  });
  const { code, requestId } = problemOf(error);
  const answered: End = { code, providerRequestId: requestId };
  if (meaning.kind === 'none' || meaning.kind === 'no_failure')
    return settleNone(tx, found.request, answered, meaning.kind);
  if (await resetRequest(tx, found, answered)) await continueAfter(tx, found, error, meaning);
}

/** Nothing matches (PZG404): requested, but not taken. No failure (PZW310): nothing to request. */
async function settleNone(
  tx: Transaction,
  request: RequestRow,
  answered: End,
  meaning: 'none' | 'no_failure',
) {
  if (!(await end(tx, request, { ...answered, state: 'refused', accepted: 0 }))) return;
  await tx.update(resends).set({ limited: 0, unanswered: 0 }).where(eq(resends.id, request.resendId));
  await tx
    .update(resendItems)
    .set(meaning === 'none' ? { state: 'requested', result: 'not_taken' } : { state: 'skipped' })
    .where(requestedItems(request));
}

/**
 * No readable answer: it may be accepted, so it is never requested again; a record can resolve its items.
 * `since`: items that a restored backup had before the send may have been requested since then.
 */
export async function settleUnknown(
  tx: Transaction,
  request: Named,
  { since, error }: { since: Date; error: GuicheError | null },
): Promise<void> {
  const { code, requestId } = error === null ? { code: null, requestId: null } : problemOf(error);
  if (!(await end(tx, request, { state: 'unknown', code, providerRequestId: requestId }))) return;
  const orSince = (column: AnyColumn) => sql`coalesce(${column}, ${since.toISOString()}::timestamptz)`;
  const { requestedAt, askedAt } = resendItems;
  await tx
    .update(resendItems)
    .set({ state: 'unknown', requestedAt: orSince(requestedAt), askedAt: orSince(askedAt) })
    .where(itemsOf(request, ['remaining', 'requested']));
  await matchRequest(tx, request);
}

const FIRST_AGE_STEP_MS = 10 * 60_000;

async function continueAfter(tx: Transaction, found: Found, error: GuicheError, meaning: Meaning) {
  const { resend, request } = found;
  const problem = problemOf(error);
  switch (meaning.kind) {
    case 'limited':
      return waitForLimit(tx, resend, error, meaning);
    case 'blocked':
      return pause(tx, resend, { reason: 'account_read_only', until: null, problem });
    case 'ids':
      if (request.route !== 'filter') break;
      await learn(tx, resend.accountId, { idsRefused: true });
      return dropPlan(tx, resend, {});
    case 'window': {
      const taken = Number(request.to) - Number(request.from);
      if (taken < DAY_MS / 24) break;
      await learn(tx, resend.accountId, { windowMs: Math.ceil(taken / 2) });
      return dropPlan(tx, resend, {});
    }
    case 'too_old':
      return moveEarliest(tx, resend, Number(request.from) + FIRST_AGE_STEP_MS * 2 ** resend.tooOld);
    case 'absent':
      if (request.route === 'registered') await learn(tx, resend.accountId, { registered: 'no' });
  }
  return finish(tx, resend, 'failed', problem);
}

/** Sends it again after a wait; after the third resend-limit refusal in a row only `continue` resumes. */
async function waitForLimit(
  tx: Transaction,
  resend: ResendRow,
  error: GuicheError,
  { waitSeconds, byResendLimit }: Extract<Meaning, { kind: 'limited' }>,
): Promise<void> {
  const limited = byResendLimit ? resend.limited + 1 : resend.limited;
  const waitMs = waitSeconds === null ? settings().resends.pauseMs : waitSeconds * 1000;
  const until = new Date(databaseNow() + waitMs);
  const problem = problemOf(error);
  await learn(tx, resend.accountId, { pausedUntil: until });
  if (limited >= MOST_IN_A_ROW)
    return pause(tx, resend, { reason: 'provider_limit', until: null, problem, change: { limited } });
  return pause(tx, resend, { reason: 'rate_limited', until, problem, change: { limited } });
}

/** Sets the earliest window start (epoch ms). Older selected ones go one by one; others are `outside`. */
export async function moveEarliest(tx: Transaction, row: ResendRow, earliest: number): Promise<void> {
  await dropPlan(tx, row, { earliest: new Date(earliest), tooOld: row.tooOld + 1 });
  const { webhookId } = row.filter as { webhookId?: string };
  if (row.scope === 'selection' || (row.scope === 'failures' && webhookId === undefined)) return;
  const remaining = and(eq(resendItems.resendId, row.id), eq(resendItems.state, 'remaining'));
  await tx
    .update(resendItems)
    .set({ state: 'outside' })
    .where(and(remaining, lt(resendItems.createdAt, new Date(earliest))));
}
