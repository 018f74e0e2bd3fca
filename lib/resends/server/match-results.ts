import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#lib/db/client.ts';
import type { RequestRow } from '#lib/resends/server/resend-row.ts';

/** The results of one request's items, by the records that the index has already. */
export function matchRequest(tx: Transaction, request: RequestRow): Promise<number> {
  return match(tx, sql`i.resend_id = ${request.resendId} and i.request = ${request.number}`);
}

/** The results of all items that wait for one of these transactions. At most a few thousand ids. */
export async function matchTransactions(
  tx: Transaction,
  accountId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  return match(tx, sql`i.account_id = ${accountId} and i.transaction_id in (${list})`);
}

/**
 * Attributes records to asked items (inferred): the first record of the transaction at the item's address after it
 * was asked for is the resend's; any delivered one of them makes it delivered. Gives how many items changed.
 */
async function match(tx: Transaction, which: SQL): Promise<number> {
  const found = (await tx.execute(sql`
    with seen as (
      select i.resend_id, i.transaction_id, i.event, d.id, d.delivered, d.status, d.response_time_ms,
        d.created_at, d.event as delivery_event,
        row_number() over (partition by i.resend_id, i.transaction_id, i.event order by d.created_at, d.id) as place,
        row_number() over (
          partition by i.resend_id, i.transaction_id, i.event order by d.delivered desc, d.created_at, d.id
        ) as best
      from resend_items i
      join resends r on r.id = i.resend_id and r.counts is null
      join deliveries d on d.account_id = i.account_id and d.transaction_id = i.transaction_id
        and d.created_at >= i.asked_at and d.seq > coalesce(i.asked_seq, 0)
        and (d.url = i.url or (i.webhook_id is not null and d.webhook_id = i.webhook_id))
        and (i.event = '' or d.event is null or d.event = i.event)
      where ${which} and (i.state = 'unknown' or (i.state = 'requested' and i.result in ('accepted', 'failed')))
    ), marked as (
      update deliveries d set resend_id = s.resend_id
      from seen s, resend_items i
      where s.place = 1 and i.resend_id = s.resend_id and i.transaction_id = s.transaction_id
        and i.event = s.event and d.account_id = i.account_id and d.id = s.id and d.resend_id is null
      returning d.id
    )
    update resend_items i
    set state = 'requested', result = case when s.delivered then 'delivered' else 'failed' end,
      delivery_id = s.id, delivery_event = s.delivery_event, http_status = s.status,
      response_time_ms = s.response_time_ms,
      delivered_at = case when s.delivered then s.created_at end
    from seen s
    where s.best = 1 and i.resend_id = s.resend_id and i.transaction_id = s.transaction_id and i.event = s.event
      and (i.delivery_id is distinct from s.id or i.state = 'unknown')
    returning i.transaction_id`)) as unknown as { rows: unknown[] };
  return found.rows.length;
}
