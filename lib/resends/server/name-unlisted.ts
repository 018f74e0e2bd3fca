import 'server-only';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#lib/db/client.ts';

/**
 * A webhook's resend may cover more than its answer listed: a new record of that webhook is one of those, and gets
 * its name. Rows of the index with `after` < seq ≤ `upTo`. Gives how many were named.
 */
export async function nameUnlisted(
  tx: Transaction,
  accountId: string,
  after: number,
  upTo: number,
): Promise<number> {
  const found = (await tx.execute(sql`
    with open as (
      select r.id, r.unlisted, r.filter ->> 'webhookId' as webhook_id, q.number, q.sent_at,
        (select min(asked_at) from resend_items where resend_id = r.id) as asked_at
      from resends r
      join resend_requests q on q.resend_id = r.id and q.route = 'webhook' and q.state = 'accepted'
      where r.account_id = ${accountId} and r.unlisted > 0 and r.counts is null
    ), fresh as (
      select open.id as resend_id, d.transaction_id, coalesce(d.event, '') as event, open.number, open.sent_at,
        coalesce(open.asked_at, open.sent_at) as asked_at, d.webhook_id, d.url, d.amount, d.client_reference,
        d.transaction_status, d.transaction_created_at, open.unlisted,
        row_number() over (partition by open.id order by d.created_at, d.id) as place
      from open
      join (
        select distinct on (transaction_id, event) * from deliveries
        where account_id = ${accountId} and seq > ${after} and seq <= ${upTo} and transaction_id is not null
        order by transaction_id, event, created_at
      ) d on d.webhook_id = open.webhook_id and d.created_at >= coalesce(open.asked_at, open.sent_at)
      where not exists (
        select 1 from resend_items i
        where i.resend_id = open.id and i.transaction_id = d.transaction_id and i.event = coalesce(d.event, '')
      )
      and d.attempt > 1
    ), named as (
      insert into resend_items (resend_id, transaction_id, event, account_id, state, result, request, created_at,
        status, amount, client_reference, url, webhook_id, asked_at, requested_at)
      select resend_id, transaction_id, event, ${accountId}, 'requested', 'accepted', number,
        transaction_created_at, transaction_status, amount, client_reference, url, webhook_id, asked_at, sent_at
      from fresh where place <= unlisted
      on conflict do nothing
      returning resend_id
    ), counted as (
      select resend_id, count(*) as count from named group by resend_id
    )
    update resends r set unlisted = r.unlisted - counted.count::int
    from counted where counted.resend_id = r.id
    returning counted.count`)) as unknown as { rows: { count: unknown }[] };
  return found.rows.reduce((sum, row) => sum + Number(row.count), 0);
}
