import 'server-only';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Args } from '#lib/api/serve.ts';
import { db, rowsOf } from '#lib/data/client.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { receivedCallbacks, webhookReceivers } from '#lib/data/schema/webhooks.ts';
import type { LastNotice, Notice } from '#lib/deliveries/contract.ts';

const MOST = 200;

/** A payment's callbacks, newest first, from the index and Guichê's receiver. Calls no provider. */
export async function noticesOf(accountId: string, ids: readonly string[]): Promise<Notice[]> {
  const [sent, received] = await Promise.all([historyOf(accountId, ids), receivedOf(accountId, ids)]);
  const recorded = new Set(sent.map(({ event, url }) => `${event} ${url}`));
  const more = received.filter(({ event, url }) => !recorded.has(`${event} ${url}`));
  return [...sent, ...more].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, MOST);
}

async function historyOf(accountId: string, ids: readonly string[]): Promise<Notice[]> {
  const rows = await db()
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.accountId, accountId), inArray(deliveries.transactionId, [...ids])))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(MOST);
  return rows.map(({ id, event, url, status, delivered, responseTimeMs, createdAt }) => ({
    id,
    event,
    url,
    delivered,
    responseTimeMs,
    times: 1,
    httpStatus: status,
    at: createdAt.toISOString(),
    from: 'history' as const,
  }));
}

/** The receiver stores only callbacks that it answers with 200. */
async function receivedOf(accountId: string, ids: readonly string[]): Promise<Notice[]> {
  const rows = await db()
    .select({ got: receivedCallbacks, url: webhookReceivers.url })
    .from(receivedCallbacks)
    .leftJoin(webhookReceivers, eq(webhookReceivers.endpoint, receivedCallbacks.endpoint))
    .where(
      and(eq(receivedCallbacks.accountId, accountId), inArray(receivedCallbacks.transactionId, [...ids])),
    )
    .orderBy(desc(receivedCallbacks.receivedAt))
    .limit(MOST);
  return rows.map(({ got: { id, event, receivedAt, times }, url }) => ({
    id,
    event,
    url,
    times,
    delivered: true,
    responseTimeMs: null,
    httpStatus: 200,
    at: receivedAt.toISOString(),
    from: 'receiver' as const,
  }));
}

/** `also`: the id of the same payment in the provider's webhooks. */
export async function getNotices({ ctx, id, query: { also } }: Args<'GET /payments/{id}/notices'>) {
  return { items: await noticesOf(ctx.account.id, also === undefined ? [id] : [id, also]) };
}

type Row = {
  transaction_id: string;
  event: string | null;
  status: number | null;
  delivered: boolean | null;
  attempts: number | null;
  queued: boolean;
};

/**
 * The current callback of each transaction, in one query: its open failure (decision 11), otherwise the last
 * accepted one; `queued` if a resend was accepted and no record came since. Ignores dispute callbacks.
 * Unknown transactions are absent.
 */
export async function lastNotices(accountId: string, ids: readonly string[]): Promise<LastNotice[]> {
  const those = sql`any(${sql.param([...ids])}::text[])`;
  const rows = await rowsOf<Row>(sql`
    with noted as (
      select distinct on (transaction_id) transaction_id, event, status, delivered, attempts
      from deliveries
      where account_id = ${accountId} and transaction_id = ${those} and event is distinct from 'INFRACTION_CHANGED'
      order by transaction_id, open desc, delivered desc, created_at desc, id desc
    ), requested as (
      select distinct i.transaction_id
      from resend_items i join resends r on r.id = i.resend_id and r.counts is null
      where i.account_id = ${accountId} and i.transaction_id = ${those}
        and i.state = 'requested' and i.result = 'accepted'
    )
    select coalesce(noted.transaction_id, requested.transaction_id) as transaction_id, event, status, delivered, attempts,
      requested.transaction_id is not null as queued
    from noted full join requested on requested.transaction_id = noted.transaction_id`);
  return rows.map(({ transaction_id: transactionId, event, status, delivered, attempts, queued }) => ({
    transactionId,
    state: queued ? 'queued' : delivered === true ? 'delivered' : 'failed',
    event,
    lastStatus: status,
    attempts: attempts ?? 0,
  }));
}

/** The same as an endpoint, if the account's provider has a history of callbacks. */
export async function getLastNotices({ ctx, query }: Args<'GET /deliveries/notices'>) {
  ctx.part('deliveries');
  return { items: await lastNotices(ctx.account.id, query.transactionIds) };
}
