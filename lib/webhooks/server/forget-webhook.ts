import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#lib/db/client.ts';
import { webhookChecks, webhookEntries, webhookReceivers } from '#lib/db/schema/webhooks.ts';
import { dropSecrets } from '#lib/webhooks/server/secrets.ts';

/** Drops what Guichê keeps of a webhook that is gone. Callbacks that its receiver took stay. */
export async function forgetWebhook(tx: Transaction, accountId: string, webhookId: string): Promise<void> {
  for (const table of [webhookEntries, webhookChecks, webhookReceivers])
    await tx.delete(table).where(and(eq(table.accountId, accountId), eq(table.webhookId, webhookId)));
  await dropSecrets(tx, { accountId, target: webhookId });
}
