import 'server-only';
import { eq } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { disputeIndexes } from '#lib/db/schema/disputes.ts';

export type IndexState = Pick<typeof disputeIndexes.$inferSelect, 'completeAt' | 'asOf'>;

/** How far the account's disputes were read; null before anybody asked for them. */
export async function getIndexState(accountId: string): Promise<IndexState | null> {
  const [row] = await db()
    .select({ completeAt: disputeIndexes.completeAt, asOf: disputeIndexes.asOf })
    .from(disputeIndexes)
    .where(eq(disputeIndexes.accountId, accountId));
  return row ?? null;
}
