import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { db, type Transaction } from '#lib/db/client.ts';
import { isEventOf } from '#lib/deliveries/rules.ts';
import { batchAnew } from '#lib/resends/server/batch.ts';
import { type ResendRow, stepRow } from '#lib/resends/server/resend-row.ts';

/** Meanwhile the service tried on by itself: what it delivered is left out, the rest planned anew. */
export async function batchAfterWait(row: ResendRow): Promise<void> {
  await db().transaction(async (tx) => {
    if ((await stepRow(tx, row, { waitsFor: null })) === null) return;
    await skipTaken(tx, row.id);
    await batchAnew(tx, row, {});
  });
}

async function skipTaken(tx: Transaction, resendId: string): Promise<void> {
  const told = await reportedStates(tx, resendId);
  if (told.length === 0) return;
  await tx.execute(sql`
    update resend_items i set state = 'skipped'
    from resends r
    where i.resend_id = ${resendId} and r.id = i.resend_id and i.state = 'remaining' and not r.everything
      and exists (
        select 1 from deliveries d
        where d.account_id = i.account_id and d.transaction_id = i.transaction_id and d.delivered
          and (i.status, d.event) in (${sql.join(told, sql`, `)})
          and case when i.webhook_id is null then d.url = i.url else d.webhook_id = i.webhook_id end)`);
}

/** Each state with each event that tells of it: the index and the items keep a service's words, not what they mean. */
async function reportedStates(tx: Transaction, resendId: string): Promise<SQL[]> {
  const { rows } = (await tx.execute(sql`
    select distinct i.status, d.event
    from resend_items i
    join deliveries d on d.account_id = i.account_id and d.transaction_id = i.transaction_id and d.delivered
    where i.resend_id = ${resendId} and i.state = 'remaining' and i.status is not null and d.event is not null
  `)) as unknown as { rows: { status: string; event: string }[] };
  return rows.flatMap(({ status, event }) => (isEventOf(event, status) ? [sql`(${status}, ${event})`] : []));
}
