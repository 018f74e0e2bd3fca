import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#lib/db/client.ts';
import { dbNow } from '#lib/db/clock.ts';
import { webhookChecks, webhookReceivers } from '#lib/db/schema/webhooks.ts';
import type { OwnershipCheck } from '#lib/providers/records.ts';

/** Keeps a check as it was read, and tells Guichê's own receiver whether the challenge still has to be answered. */
export async function saveCheck(
  tx: Database | Transaction,
  accountId: string,
  webhookId: string,
  { url, status, detail, checkedAt }: OwnershipCheck,
): Promise<void> {
  const at = checkedAt === null || Number.isNaN(Date.parse(checkedAt)) ? null : new Date(checkedAt);
  const set = { url, status, detail, checkedAt: at, readAt: dbNow };
  await tx
    .insert(webhookChecks)
    .values({ accountId, webhookId, ...set })
    .onConflictDoUpdate({ target: [webhookChecks.accountId, webhookChecks.webhookId], set });
  if (status !== null)
    await tx
      .update(webhookReceivers)
      .set({ ownership: status })
      .where(and(eq(webhookReceivers.accountId, accountId), eq(webhookReceivers.webhookId, webhookId)));
}
