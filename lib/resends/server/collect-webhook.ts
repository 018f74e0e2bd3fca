import 'server-only';
import { and, asc, eq, gte, isNotNull, sql } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { deliveries, deliveryIndexes } from '#lib/db/schema/deliveries.ts';
import { DAY_MS } from '#lib/resends/rules.ts';
import type { CollectDeps } from '#lib/resends/server/collect.ts';
import { insertItems } from '#lib/resends/server/items.ts';
import { type Collection, type NewItem, type ResendRow, stepRow } from '#lib/resends/server/resend-row.ts';

/** Document 1 names a period without its length: the same as a filter's longest window. */
const PERIOD_MS = 7 * DAY_MS;
const MOST = 50_000;

/**
 * Collects from the index the failures that a webhook's resend will requeue: one for each transaction and
 * event, also those that a later attempt delivered (document 1: any failed delivery). The provider decides by
 * its own history.
 */
export async function collectWebhook(
  row: ResendRow,
  { webhook }: Extract<Collection, { kind: 'webhook' }>,
  _: CollectDeps,
): Promise<ResendRow | null> {
  const items = await failuresOf(row, webhook);
  return db().transaction(async (tx) => {
    const after = await stepRow(tx, row, { gathering: null, estimated: true });
    if (after !== null) await insertItems(tx, items);
    return after;
  });
}

async function failuresOf(row: ResendRow, webhook: { id: string; url: string | null }): Promise<NewItem[]> {
  const [index] = await db()
    .select()
    .from(deliveryIndexes)
    .where(eq(deliveryIndexes.accountId, row.accountId));
  const since = new Date((index?.newestAt?.getTime() ?? databaseNow()) - PERIOD_MS);
  const rows = await db()
    .selectDistinctOn([deliveries.transactionId, deliveries.event])
    .from(deliveries)
    .where(
      and(
        eq(deliveries.accountId, row.accountId),
        eq(deliveries.webhookId, webhook.id),
        eq(deliveries.delivered, false),
        gte(deliveries.createdAt, since),
        isNotNull(deliveries.transactionId),
      ),
    )
    .orderBy(asc(deliveries.transactionId), asc(deliveries.event), sql`${deliveries.createdAt} desc`)
    .limit(MOST);
  return rows.map((one) => ({
    resendId: row.id,
    accountId: row.accountId,
    transactionId: one.transactionId ?? '',
    event: one.event ?? '',
    state: 'remaining',
    createdAt: one.transactionCreatedAt,
    status: one.transactionStatus,
    amount: one.amount,
    clientReference: one.clientReference,
    url: webhook.url ?? one.url,
    webhookId: webhook.id,
    read: true,
  }));
}
