import 'server-only';
import { and, desc, eq } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { receivedCallbacks, webhookReceivers } from '#lib/db/schema/webhooks.ts';
import type { DeliveryDetail } from '#lib/deliveries/contract.ts';
import type { DeliveryRow } from '#lib/deliveries/server/record-row.ts';

/** The callback that Guichê's receiver took of this delivery; null: it went elsewhere or was not taken. */
export async function getReceived(row: DeliveryRow): Promise<DeliveryDetail['received']> {
  const { accountId, transactionId, event, url, delivered } = row;
  if (!delivered || transactionId === null || event === null || url === null) return null;
  const [found] = await db()
    .select({ got: receivedCallbacks })
    .from(receivedCallbacks)
    .innerJoin(webhookReceivers, eq(webhookReceivers.endpoint, receivedCallbacks.endpoint))
    .where(
      and(
        eq(receivedCallbacks.accountId, accountId),
        eq(receivedCallbacks.transactionId, transactionId),
        eq(receivedCallbacks.event, event),
        eq(webhookReceivers.url, url),
      ),
    )
    .orderBy(desc(receivedCallbacks.receivedAt))
    .limit(1);
  if (found === undefined) return null;
  const { got } = found;
  return {
    at: got.receivedAt.toISOString(),
    headers: got.headers as Record<string, string>,
    attempt: got.attempt,
    signature: got.signature === 'old_secret' ? 'old_secret' : 'holds',
  };
}
