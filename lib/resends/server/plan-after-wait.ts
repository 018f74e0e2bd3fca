import 'server-only';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#lib/db/client.ts';
import { db } from '#lib/db/client.ts';
import { planAnew } from '#lib/resends/server/plan.ts';
import { type ResendRow, stepRow } from '#lib/resends/server/resend-row.ts';

/** Meanwhile the service tried on by itself: what it delivered is left out, the rest planned anew. */
export async function planAfterWait(row: ResendRow): Promise<void> {
  await db().transaction(async (tx) => {
    if ((await stepRow(tx, row, { waitsFor: null })) === null) return;
    await skipTaken(tx, row.id);
    await planAnew(tx, row, {});
  });
}

async function skipTaken(tx: Transaction, resendId: string): Promise<void> {
  await tx.execute(sql`
    update resend_items i set state = 'skipped'
    from resends r
    where i.resend_id = ${resendId} and r.id = i.resend_id and i.state = 'remaining' and not r.everything
      and i.status is not null
      and exists (
        select 1 from deliveries d
        where d.account_id = i.account_id and d.transaction_id = i.transaction_id and d.delivered
          and d.event = 'TRANSACTION_' || i.status
          and case when i.webhook_id is null then d.url = i.url else d.webhook_id = i.webhook_id end)`);
}
