import 'server-only';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Args } from '#lib/api/serve.ts';
import { db } from '#lib/db/client.ts';
import { deliveries } from '#lib/db/schema/deliveries.ts';
import { receivedCallbacks, webhookReceivers } from '#lib/db/schema/webhooks.ts';
import type { Notice } from '#lib/deliveries/contract.ts';

const MOST = 200;

/**
 * Lists a payment's notices with their times and answers, newest first: from the index of the provider's
 * history, and from Guichê's own receiver where that history has no record. Asks no provider.
 */
export async function noticesOf(accountId: string, ids: readonly string[]): Promise<Notice[]> {
  const [sent, taken] = await Promise.all([historyOf(accountId, ids), receivedOf(accountId, ids)]);
  const told = new Set(sent.map(({ event, url }) => `${event} ${url}`));
  const more = taken.filter(({ event, url }) => !told.has(`${event} ${url}`));
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

/** The receiver stores only what it answers with 200. */
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

/** `also`: the id that the provider's webhooks give the same payment. */
export async function getNotices({
  ctx,
  id,
  query: { also },
}: Args<'GET /payments/{id}/notices'>): Promise<{ items: Notice[] }> {
  return { items: await noticesOf(ctx.account.id, also === undefined ? [id] : [id, also]) };
}
