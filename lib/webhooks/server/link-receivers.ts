import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { webhookReceivers } from '#lib/db/schema/webhooks.ts';
import type { Webhook } from '#lib/providers/records.ts';
import type { Known } from '#lib/webhooks/server/registry.ts';
import { sameUrl } from '#lib/webhooks/server/same-url.ts';

export type ReceiverRow = typeof webhookReceivers.$inferSelect;

export function receiverOf(webhook: Webhook, receivers: readonly ReceiverRow[]): ReceiverRow | undefined {
  return receivers.find((one) => sameUrl(one.url, webhook.url));
}

/** A receiver whose registration was not told when it ended learns its webhook's id when the list shows it. */
export async function linkReceivers(receivers: readonly ReceiverRow[], all: readonly Known[]): Promise<void> {
  for (const receiver of receivers) {
    if (receiver.webhookId !== null) continue;
    const known = all.find(({ webhook }) => sameUrl(webhook.url, receiver.url));
    if (known === undefined) continue;
    await db()
      .update(webhookReceivers)
      .set({ webhookId: known.webhook.id })
      .where(and(eq(webhookReceivers.endpoint, receiver.endpoint), isNull(webhookReceivers.webhookId)));
  }
}
