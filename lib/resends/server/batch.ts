import 'server-only';
import { and, asc, eq, gte, isNotNull, isNull, lt, max, or, type SQL, sql } from 'drizzle-orm';
import type { Account } from '#lib/accounts/server/account.ts';
import { db, rowsOf, type Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { resendItems, resendRequests, resends } from '#lib/data/schema/resends.ts';
import { isEventOf } from '#lib/deliveries/rules.ts';
import { createPacker } from '#lib/resends/rules.ts';
import { limitsOf, lineOf } from '#lib/resends/server/rate-state.ts';
import { type ResendRow, stepRow } from '#lib/resends/server/resend-row.ts';

/** Items read and planned per step, so each step's transaction stays short. */
const CHUNK = 5_000;
/** Requests per statement, far below PostgreSQL's 65,535 parameters. */
const INSERTED_AT_ONCE = 500;

/** Plans requests for items without one, oldest first. Null: another step changed the row first. */
export async function batchStep(row: ResendRow, account: Account): Promise<ResendRow | null> {
  if (row.scope === 'webhook') return batchWhole(row);
  const line = await lineOf(row.accountId);
  const byWebhook = (row.filter as { webhookId?: string }).webhookId !== undefined;
  // Uses document 1's single-transaction route, which accepts any age.
  if (row.scope === 'transaction' || (line.idsRefused && !byWebhook)) return batchEach(row, undefined);
  const items = await unbatchedItems(row.id, gte(resendItems.createdAt, row.earliest), CHUNK);
  // An item without a time, or older than the window allows, gets its own request.
  if (items.length === 0)
    return batchEach(row, or(isNull(resendItems.createdAt), lt(resendItems.createdAt, row.earliest)));
  const limits = limitsOf(account);
  const windowMs = Math.min(limits.windowMs, line.windowMs ?? limits.windowMs);
  const packer = createPacker({ most: limits.ids, windowMs });
  const windows = items.flatMap(
    ({ id, createdAt }) => packer.add({ id, createdAt: Number(createdAt) }) ?? [],
  );
  const last = packer.close();
  // The chunk may end inside its last window; the next step plans that window.
  if (last !== null && (items.length < CHUNK || windows.length === 0)) windows.push(last);
  const requests = windows.map(({ from, to, items: packed }) => ({
    route: byWebhook ? 'registered' : 'filter',
    from: new Date(from),
    to: new Date(to),
    ids: packed.map(({ id }) => id),
  }));
  return planRequests(row, requests);
}

const unbatched = (resendId: string): SQL | undefined =>
  and(eq(resendItems.resendId, resendId), eq(resendItems.state, 'remaining'), isNull(resendItems.request));

const unbatchedItems = (resendId: string, which: SQL | undefined, most: number) =>
  db()
    .select({ id: resendItems.transactionId, createdAt: resendItems.createdAt })
    .from(resendItems)
    .where(and(unbatched(resendId), which))
    .orderBy(asc(resendItems.createdAt), asc(resendItems.transactionId))
    .limit(most);

type Planned = { route: string; from?: Date; to?: Date; ids: string[] };

/** Writes these requests after the last one, and their numbers to their items. */
function planRequests(row: ResendRow, requests: readonly Planned[]): Promise<ResendRow | null> {
  return stepRow(row, {}, async (tx) => {
    const [last] = await tx
      .select({ number: max(resendRequests.number) })
      .from(resendRequests)
      .where(eq(resendRequests.resendId, row.id));
    const first = (last?.number ?? 0) + 1;
    const values = requests.map(({ ids, ...request }, index) => ({
      ...request,
      resendId: row.id,
      number: first + index,
      transactions: ids.length,
      state: 'planned',
    }));
    for (let at = 0; at < values.length; at += INSERTED_AT_ONCE)
      await tx.insert(resendRequests).values(values.slice(at, at + INSERTED_AT_ONCE));
    const ids = requests.flatMap((request) => request.ids);
    const numbers = requests.flatMap((request, index) => request.ids.map(() => first + index));
    await tx.execute(sql`
      update resend_items set request = v.number
      from unnest(${sql.param(ids)}::text[], ${sql.param(numbers)}::int[]) as v (id, number)
      where resend_id = ${row.id} and transaction_id = v.id and state = 'remaining' and request is null`);
  });
}

/** One request per transaction: for a provider that accepts no ids, or a transaction without a time. */
async function batchEach(row: ResendRow, which: SQL | undefined): Promise<ResendRow | null> {
  const items = await unbatchedItems(row.id, which, CHUNK / 10);
  if (items.length === 0) return stepRow(row, { plannedAt: dbNow });
  const requests = items.map(({ id }) => ({ route: 'transaction', ids: [id] }));
  return planRequests(row, requests);
}

/** Plans one request: a webhook's route resends everything, whatever the index expects. */
function batchWhole(row: ResendRow): Promise<ResendRow | null> {
  return stepRow(row, { plannedAt: dbNow }, async (tx) => {
    const transactions = await tx.$count(resendItems, unbatched(row.id));
    const request = { resendId: row.id, number: 1, route: 'webhook', transactions, state: 'planned' };
    await tx.insert(resendRequests).values(request).onConflictDoNothing();
    await tx.update(resendItems).set({ request: 1 }).where(unbatched(row.id));
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
  await stepRow(row, { waitsFor: null }, async (tx) => {
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
  const rows = await rowsOf<{ status: string; event: string }>(
    sql`
    select distinct i.status, d.event
    from resend_items i
    join deliveries d on d.account_id = i.account_id and d.transaction_id = i.transaction_id and d.delivered
    where i.resend_id = ${resendId} and i.state = 'remaining' and i.status is not null and d.event is not null`,
    tx,
  );
  return rows.flatMap(({ status, event }) => (isEventOf(event, status) ? [sql`(${status}, ${event})`] : []));
}
