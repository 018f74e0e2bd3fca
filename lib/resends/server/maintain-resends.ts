import 'server-only';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, lte, max, or, sql } from 'drizzle-orm';
import { settings } from '#lib/core/env/settings.ts';
import { db, rowsOf, type Transaction } from '#lib/data/client.ts';
import { ago, dbNow, msSince } from '#lib/data/clock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { resendItems, resendLines, resendRequests, resends } from '#lib/data/schema/resends.ts';
import { finish } from '#lib/resends/server/change-resend.ts';
import { countsOf, matchTransactions } from '#lib/resends/server/items.ts';
import { lineOf } from '#lib/resends/server/rate-state.ts';
import { announceResend, OPEN_STATES, startChain } from '#lib/resends/server/resend-row.ts';
import { settleUnknown } from '#lib/resends/server/settle-request.ts';
import { refreshIndex, startRecovered } from '#lib/resends/server/wait-for-recovery.ts';

/** A step this late has lost its worker. */
const LATE_MS = 15_000;
const MARGIN_MS = 15_000;
const MATCHED_AT_ONCE = 2_000;
const OFTEN_MS = 15 * 60_000;
const SELDOM_EVERY_MS = 5 * 60_000;
const DELETED_AT_ONCE = 5_000;

const processState = globalThis as { guicheResendsBegun?: boolean };

/** Keeps resends running after crashes, matches new records, closes followed resends, drops old previews. */
export async function maintainResends(signal: AbortSignal): Promise<void> {
  // With the embedded database this is the only process, so everything open at its start was abandoned.
  const first = processState.guicheResendsBegun !== true && settings().databaseUrl === null;
  processState.guicheResendsBegun = true;
  // Usually nothing is open: one query instead of eight.
  const open = await db().select({ id: resends.id }).from(resends).where(isNull(resends.counts)).limit(1);
  if (open.length === 0) return;
  await resumeResends(first);
  await endArchived();
  if (signal.aborted) return;
  await startRecovered();
  await followUp();
  await close();
  await dropPreviews();
}

/**
 * Starts broken chains anew. What an earlier build sent has no operation: it becomes unknown here, once its
 * call must have ended. `everything`: no other process is running.
 */
export async function resumeResends(everything: boolean): Promise<void> {
  const age = everything ? 0 : settings().timeLimits.change + MARGIN_MS;
  const abandoned = await db()
    .select({ request: resendRequests, accountId: resends.accountId })
    .from(resendRequests)
    .innerJoin(resends, eq(resends.id, resendRequests.resendId))
    .where(and(eq(resendRequests.state, 'sent'), lte(resendRequests.sentAt, ago(age))));
  for (const { request, accountId } of abandoned)
    await db().transaction(async (tx) => {
      await settleUnknown(tx, request, { since: request.sentAt ?? new Date(), error: null });
      await announceResend(tx, accountId);
    });
  await revive(everything);
}

async function revive(everything: boolean): Promise<void> {
  const { stepDueAt } = resends;
  const late = everything ? isNotNull(stepDueAt) : lt(stepDueAt, ago(LATE_MS));
  const broken = await db()
    .update(resends)
    .set({ chain: sql`${resends.chain} + 1`, stepDueAt: dbNow })
    .where(and(inArray(resends.state, OPEN_STATES), late))
    .returning({ id: resends.id, chain: resends.chain });
  for (const resend of broken) await startChain(resend);
}

/** Fails open resends of archived accounts: nothing can be requested on them. */
async function endArchived(): Promise<void> {
  const abandoned = await db()
    .select({ row: resends })
    .from(resends)
    .innerJoin(accounts, eq(accounts.id, resends.accountId))
    .where(and(inArray(resends.state, OPEN_STATES), isNotNull(accounts.archivedAt)));
  const problem = { code: 'account_archived', message: null, requestId: null };
  for (const { row } of abandoned)
    await db().transaction((tx) => finish(tx, row, 'failed', problem, OPEN_STATES));
}

/**
 * Updates the index of accounts whose resends wait for results, and matches new records: every few seconds
 * just after a resend; for the rest of the day every few minutes.
 */
async function followUp(): Promise<void> {
  const followed = await db()
    .select({
      accountId: resends.accountId,
      sinceMs: msSince(sql`max(coalesce(${resends.completedAt}, now()))`),
      unlisted: max(resends.unlisted),
    })
    .from(resends)
    .where(and(isNull(resends.counts), isNotNull(resends.startedAt)))
    .groupBy(resends.accountId);
  for (const { accountId, sinceMs, unlisted } of followed) {
    const often = (sinceMs ?? 0) < OFTEN_MS;
    await refreshIndex(accountId, often ? 30_000 : 15_000, often ? 0 : SELDOM_EVERY_MS);
    await matchNew(accountId, (unlisted ?? 0) > 0);
  }
}

/** Adds items for records (`after` < seq ≤ `upTo`) of a webhook's resend that its answer did not list. */
async function nameUnlisted(tx: Transaction, accountId: string, after: number, upTo: number) {
  const named = await rowsOf<{ count: unknown }>(
    sql`
    with open as (
      select r.id, r.unlisted, r.filter ->> 'webhookId' as webhook_id, q.number, q.sent_at,
        (select min(asked_at) from resend_items where resend_id = r.id) as asked_at
      from resends r
      join resend_requests q on q.resend_id = r.id and q.route = 'webhook' and q.state = 'accepted'
      where r.account_id = ${accountId} and r.unlisted > 0 and r.counts is null
    ), fresh as (
      select open.id as resend_id, d.transaction_id, coalesce(d.event, '') as event, open.number, open.sent_at,
        coalesce(open.asked_at, open.sent_at) as asked_at, d.webhook_id, d.url, d.amount, d.client_reference,
        d.transaction_status, d.transaction_created_at, open.unlisted,
        row_number() over (partition by open.id order by d.created_at, d.id) as place
      from open
      join (
        select distinct on (transaction_id, event) * from deliveries
        where account_id = ${accountId} and seq > ${after} and seq <= ${upTo} and transaction_id is not null
        order by transaction_id, event, created_at
      ) d on d.webhook_id = open.webhook_id and d.created_at >= coalesce(open.asked_at, open.sent_at)
      where not exists (
        select 1 from resend_items i
        where i.resend_id = open.id and i.transaction_id = d.transaction_id and i.event = coalesce(d.event, '')
      )
      and d.attempt > 1
    ), named as (
      insert into resend_items (resend_id, transaction_id, event, account_id, state, result, request, created_at,
        status, amount, client_reference, url, webhook_id, asked_at, requested_at)
      select resend_id, transaction_id, event, ${accountId}, 'requested', 'accepted', number,
        transaction_created_at, transaction_status, amount, client_reference, url, webhook_id, asked_at, sent_at
      from fresh where place <= unlisted
      on conflict do nothing
      returning resend_id
    ), counted as (
      select resend_id, count(*) as count from named group by resend_id
    )
    update resends r set unlisted = r.unlisted - counted.count::int
    from counted where counted.resend_id = r.id
    returning counted.count`,
    tx,
  );
  return named.reduce((sum, { count }) => sum + Number(count), 0);
}

async function matchNew(accountId: string, unlisted: boolean): Promise<void> {
  for (;;) {
    const { matchedSeq } = await lineOf(accountId);
    const rows = await db()
      .select({ seq: deliveries.seq, transactionId: deliveries.transactionId })
      .from(deliveries)
      .where(and(eq(deliveries.accountId, accountId), gt(deliveries.seq, matchedSeq)))
      .orderBy(asc(deliveries.seq))
      .limit(MATCHED_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return;
    const ids = [...new Set(rows.map(({ transactionId }) => transactionId))].filter((id) => id !== null);
    await db().transaction(async (tx) => {
      const named = unlisted ? await nameUnlisted(tx, accountId, matchedSeq, last.seq) : 0;
      const changed = await matchTransactions(tx, accountId, ids);
      await tx.update(resendLines).set({ matchedSeq: last.seq }).where(eq(resendLines.accountId, accountId));
      if (changed + named > 0) await announceResend(tx, accountId);
    });
    if (rows.length < MATCHED_AT_ONCE) return;
  }
}

/** Stores a resend's final counts after its day of follow-up. */
async function close(): Promise<void> {
  const over = await db()
    .select()
    .from(resends)
    .where(and(lt(resends.followedUntil, dbNow), isNull(resends.counts)));
  for (const row of over) {
    const { counts, amount } = await countsOf(row);
    await db().transaction(async (tx) => {
      await tx
        .update(resends)
        .set({ counts: { ...counts, amount } })
        .where(eq(resends.id, row.id));
      await announceResend(tx, row.accountId);
    });
  }
}

async function dropPreviews(): Promise<void> {
  const expired = await db()
    .select({ id: resends.id })
    .from(resends)
    .where(and(eq(resends.state, 'preview'), or(isNull(resends.expiresAt), lt(resends.expiresAt, dbNow))));
  for (const { id } of expired) {
    // From now on the preview cannot be started.
    const gone = and(eq(resends.id, id), inArray(resends.state, ['preview', 'expired']));
    await db().update(resends).set({ state: 'expired' }).where(gone);
    await dropItems(id);
    await db().delete(resends).where(gone);
  }
}

/** Deletes a large preview in parts, because the embedded database runs one statement at a time. */
async function dropItems(resendId: string): Promise<void> {
  for (;;) {
    const some = db()
      .select({ id: resendItems.transactionId })
      .from(resendItems)
      .where(eq(resendItems.resendId, resendId))
      .limit(DELETED_AT_ONCE);
    const dropped = await db()
      .delete(resendItems)
      .where(and(eq(resendItems.resendId, resendId), inArray(resendItems.transactionId, some)))
      .returning({ id: resendItems.transactionId });
    if (dropped.length === 0) return;
  }
}
