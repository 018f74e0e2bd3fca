import 'server-only';
import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, max, or, type SQL, sql } from 'drizzle-orm';
import type { Account } from '#lib/accounts/server/account.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { resendItems, resendRequests, resends } from '#lib/data/schema/resends.ts';
import { isEventOf } from '#lib/deliveries/rules.ts';
import { createPacker, type PackedWindow } from '#lib/resends/rules.ts';
import { limitsOf, lineOf } from '#lib/resends/server/rate-state.ts';
import { type ResendRow, stepRow } from '#lib/resends/server/resend-row.ts';

/** Items read and planned per step, so each step's transaction stays short. */
const CHUNK = 5_000;

type Item = { id: string; createdAt: number };

/** Plans requests for items without one, oldest first. Null: another step changed the row first. */
export async function batchStep(row: ResendRow, account: Account): Promise<ResendRow | null> {
  if (row.scope === 'webhook') return batchWhole(row);
  const { idsRefused, windowMs } = await lineOf(row.accountId);
  const limits = limitsOf(account);
  // Uses document 1's single-transaction route, which accepts any age.
  if (row.scope === 'transaction') return batchEach(row, undefined);
  const byFilter = row.filter !== null && (row.filter as { webhookId?: string }).webhookId !== undefined;
  if (idsRefused && !byFilter) return batchEach(row, undefined);
  const most = { most: limits.ids, windowMs: Math.min(limits.windowMs, windowMs ?? limits.windowMs) };
  const items = await db()
    .select({ id: resendItems.transactionId, createdAt: resendItems.createdAt })
    .from(resendItems)
    .where(and(unbatched(row.id), gte(resendItems.createdAt, row.earliest)))
    .orderBy(asc(resendItems.createdAt), asc(resendItems.transactionId))
    .limit(CHUNK);
  // An item without a time, or older than the window allows, gets its own request.
  if (items.length === 0)
    return batchEach(row, or(isNull(resendItems.createdAt), lt(resendItems.createdAt, row.earliest)));
  const packer = createPacker<Item>(most);
  const windows = items.flatMap(
    ({ id, createdAt }) => packer.add({ id, createdAt: Number(createdAt) }) ?? [],
  );
  const last = packer.close();
  // The chunk may end inside its last window; the next step plans that window.
  if (last !== null && (items.length < CHUNK || windows.length === 0)) windows.push(last);
  return db().transaction(async (tx) => {
    const after = await stepRow(tx, row, {});
    if (after === null) return null;
    const last = await lastNumber(tx, row.id);
    for (const [index, window] of windows.entries())
      await batchWindow(tx, row, last + index + 1, window, byFilter ? 'registered' : 'filter');
    return after;
  });
}

const unbatched = (resendId: string): SQL | undefined =>
  and(eq(resendItems.resendId, resendId), eq(resendItems.state, 'remaining'), isNull(resendItems.request));

async function lastNumber(tx: Transaction, resendId: string): Promise<number> {
  const [row] = await tx
    .select({ number: max(resendRequests.number) })
    .from(resendRequests)
    .where(eq(resendRequests.resendId, resendId));
  return row?.number ?? 0;
}

async function batchWindow(
  tx: Transaction,
  row: ResendRow,
  number: number,
  { from, to, items }: PackedWindow<Item>,
  route: string,
): Promise<void> {
  await tx.insert(resendRequests).values({
    resendId: row.id,
    number,
    route,
    from: new Date(from),
    to: new Date(to),
    transactions: items.length,
    state: 'planned',
  });
  const ids = items.map(({ id }) => id);
  await tx
    .update(resendItems)
    .set({ request: number })
    .where(and(unbatched(row.id), inArray(resendItems.transactionId, ids)));
}

/** One request per transaction: for a provider that accepts no ids, or a transaction without a time. */
async function batchEach(row: ResendRow, which: SQL | undefined): Promise<ResendRow | null> {
  const items = await db()
    .select({ id: resendItems.transactionId })
    .from(resendItems)
    .where(and(unbatched(row.id), which))
    .orderBy(asc(resendItems.createdAt), asc(resendItems.transactionId))
    .limit(CHUNK / 10);
  if (items.length === 0) return stepRow(db(), row, { plannedAt: dbNow });
  return db().transaction(async (tx) => {
    const after = await stepRow(tx, row, {});
    if (after === null) return null;
    const first = (await lastNumber(tx, row.id)) + 1;
    const requests = items.map((_, index) => ({
      resendId: row.id,
      number: first + index,
      route: 'transaction',
      transactions: 1,
      state: 'planned',
    }));
    await tx.insert(resendRequests).values(requests);
    const ids = items.map(({ id }, index) => sql`(${id}, ${first + index}::int)`);
    await tx.execute(sql`
      update resend_items set request = v.number
      from (values ${sql.join(ids, sql`, `)}) as v (id, number)
      where resend_id = ${row.id} and transaction_id = v.id and request is null`);
    return after;
  });
}

/** Plans one request: a webhook's route resends everything, whatever the index expects. */
async function batchWhole(row: ResendRow): Promise<ResendRow | null> {
  return db().transaction(async (tx) => {
    const after = await stepRow(tx, row, { plannedAt: dbNow });
    if (after === null) return null;
    const transactions = await tx.$count(resendItems, unbatched(row.id));
    const request = { resendId: row.id, number: 1, route: 'webhook', transactions, state: 'planned' };
    await tx.insert(resendRequests).values(request).onConflictDoNothing();
    await tx.update(resendItems).set({ request: 1 }).where(unbatched(row.id));
    return after;
  });
}

/** Drops planned requests, to be planned again with the new limits. Runs in the step's transaction. */
export async function dropPlan(tx: Transaction, row: ResendRow, change: Partial<ResendRow>): Promise<void> {
  const planned = and(eq(resendRequests.resendId, row.id), eq(resendRequests.state, 'planned'));
  await tx.delete(resendRequests).where(planned);
  const remaining = and(eq(resendItems.resendId, row.id), eq(resendItems.state, 'remaining'));
  await tx
    .update(resendItems)
    .set({ request: null })
    .where(and(remaining, isNotNull(resendItems.request)));
  await tx
    .update(resends)
    .set({ ...change, plannedAt: null })
    .where(eq(resends.id, row.id));
}

/** The provider retried by itself during the wait: skips what it delivered and plans the rest again. */
export async function replanAfterWait(row: ResendRow): Promise<void> {
  await db().transaction(async (tx) => {
    if ((await stepRow(tx, row, { waitsFor: null })) === null) return;
    await skipDelivered(tx, row.id);
    await dropPlan(tx, row, {});
  });
}

async function skipDelivered(tx: Transaction, resendId: string): Promise<void> {
  const reported = await reportedStates(tx, resendId);
  if (reported.length === 0) return;
  await tx.execute(sql`
    update resend_items i set state = 'skipped'
    from resends r
    where i.resend_id = ${resendId} and r.id = i.resend_id and i.state = 'remaining' and not r.everything
      and exists (
        select 1 from deliveries d
        where d.account_id = i.account_id and d.transaction_id = i.transaction_id and d.delivered
          and (i.status, d.event) in (${sql.join(reported, sql`, `)})
          and case when i.webhook_id is null then d.url = i.url else d.webhook_id = i.webhook_id end)`);
}

/** Statuses with events that report them. Both are in the provider's words, which SQL cannot compare. */
async function reportedStates(tx: Transaction, resendId: string): Promise<SQL[]> {
  const { rows } = (await tx.execute(sql`
    select distinct i.status, d.event
    from resend_items i
    join deliveries d on d.account_id = i.account_id and d.transaction_id = i.transaction_id and d.delivered
    where i.resend_id = ${resendId} and i.state = 'remaining' and i.status is not null and d.event is not null
  `)) as unknown as { rows: { status: string; event: string }[] };
  return rows.flatMap(({ status, event }) => (isEventOf(event, status) ? [sql`(${status}, ${event})`] : []));
}
