import 'server-only';
import { and, desc, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { resends } from '#lib/db/schema/resends.ts';
import type { ResendPreview } from '#lib/resends/contract.ts';
import type { ResendRow } from '#lib/resends/server/resend-row.ts';

/** Another resend of the account that is under way: both share what the provider takes a minute. */
export async function sharedWith(row: ResendRow): Promise<ResendPreview['sharedWith']> {
  const [other] = await db()
    .select({ id: resends.id, number: resends.number })
    .from(resends)
    .where(
      and(
        eq(resends.accountId, row.accountId),
        ne(resends.id, row.id),
        inArray(resends.state, ['queued', 'running', 'paused']),
        isNotNull(resends.number),
      ),
    )
    .orderBy(desc(resends.number))
    .limit(1);
  return other === undefined || other.number === null ? null : { id: other.id, number: other.number };
}
