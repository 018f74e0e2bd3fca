import 'server-only';
import { and, desc, eq } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { receivedCallbacks } from '#lib/db/schema/webhooks.ts';
import { disputeSubject, hoursRemainingIn } from '#lib/webhooks/hub-callback.ts';

const MOST = 10;

/** Document 2, INFRACTION_DEADLINE: what Guichê's own receiver took for one dispute, newest first. */
export async function deadlineNoticesOf(
  accountId: string,
  protocol: string,
): Promise<{ hours: number | null; at: string }[]> {
  const rows = await db()
    .select({ body: receivedCallbacks.body, at: receivedCallbacks.receivedAt })
    .from(receivedCallbacks)
    .where(
      and(
        eq(receivedCallbacks.accountId, accountId),
        eq(receivedCallbacks.transactionId, disputeSubject(protocol)),
        eq(receivedCallbacks.event, 'INFRACTION_DEADLINE'),
      ),
    )
    .orderBy(desc(receivedCallbacks.receivedAt))
    .limit(MOST);
  return rows.map(({ body, at }) => ({ hours: hoursRemainingIn(body), at: at.toISOString() }));
}
