import 'server-only';
import { sql } from 'drizzle-orm';
import { metrics } from '#lib/core/telemetry/metrics.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import { MOST_ATTEMPTS } from '#lib/deliveries/rules.ts';
import type { NewDelivery, WebhooksByUrl } from '#lib/deliveries/server/record-row.ts';

const SEQ_LOCK = 748_026;

/**
 * Locks the account's records until the transaction ends. Readers follow new records by `seq`, so a lower one
 * must not be committed after a higher one; and all writers change the same few count rows.
 */
export async function lockRecords(tx: Transaction, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SEQ_LOCK}, hashtext(${accountId}))`);
}

/**
 * Adds records to the index (existing ids stay unchanged) and updates the attempts and outcomes of their
 * transactions. At most a few hundred at once. Returns how many were new.
 */
export async function storeRecords(tx: Transaction, rows: readonly NewDelivery[]): Promise<number> {
  const [first] = rows;
  if (first === undefined) return 0;
  await lockRecords(tx, first.accountId);
  const added = await tx
    .insert(deliveries)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ transactionId: deliveries.transactionId, delivered: deliveries.delivered });
  for (const { delivered } of added)
    metrics()?.deliveriesIndexed.inc({ outcome: delivered ? 'delivered' : 'failed' });
  const ids = new Set(added.flatMap(({ transactionId }) => (transactionId === null ? [] : [transactionId])));
  if (ids.size > 0) await regroup(tx, first.accountId, [...ids]);
  return added.length;
}

/**
 * Attempt: order among records of one transaction, event and url. Recovered: a later one was delivered. A
 * dispute's next change has the same event, so its attempts start again after a delivered one. Open: the last
 * record of the current state's callback to an address that never accepted it (decision 11), unless closed.
 */
export async function regroup(tx: Transaction, accountId: string, transactionIds: string[]): Promise<void> {
  const ids = sql.join(
    transactionIds.map((id) => sql`${id}`),
    sql`, `,
  );
  await tx.execute(sql`
    update deliveries d
    set attempt = g.attempt, attempts = g.attempts, last_at = g.last_at, outcome = g.outcome, open = g.open
    from (
      select id, arrived_at, attempt, attempts, last_at,
        case when delivered then 'delivered'
          when delivered_at >= created_at then 'recovered'
          when unresolved and closed then 'closed'
          when attempts >= ${MOST_ATTEMPTS} then 'given_up'
          else 'failed' end as outcome,
        unresolved and not closed as open
      from (
        select *, is_state and event is not distinct from current_event and not taken and place = 1 as unresolved
        from (
        select id, arrived_at, delivered, created_at, event, is_state,
          first_value(event) over (partition by transaction_id order by is_state desc, created_at desc, id desc)
            as current_event,
          bool_or(delivered) over (partition by transaction_id, event, coalesce(webhook_id, url)) as taken,
          bool_or(is_closed) over (partition by transaction_id, event, coalesce(webhook_id, url)) as closed,
          row_number() over (
            partition by transaction_id, event, coalesce(webhook_id, url) order by created_at desc, id desc) as place,
          row_number() over (partition by transaction_id, event, url, change order by created_at, id)::int as attempt,
          count(*) over (partition by transaction_id, event, url, change)::int as attempts,
          max(created_at) over (partition by transaction_id, event, url, change) as last_at,
          max(case when delivered then created_at end) over (partition by transaction_id, event, url)
            as delivered_at
        from (
          select *, event is distinct from 'INFRACTION_CHANGED' as is_state, exists (
              select 1 from closed_failures c where c.account_id = n.account_id and c.delivery_id = n.id
            ) as is_closed,
            count(*) filter (where delivered and event = 'INFRACTION_CHANGED') over (
              partition by transaction_id, event, url order by created_at, id
              rows between unbounded preceding and 1 preceding) as change
          from deliveries n
          where account_id = ${accountId} and transaction_id in (${ids})
        ) as named
        ) as placed
      ) as records
    ) as g
    where d.account_id = ${accountId} and d.id = g.id and d.arrived_at = g.arrived_at
      and (d.attempt, d.attempts, d.last_at, d.outcome, d.open)
        is distinct from (g.attempt, g.attempts, g.last_at, g.outcome, g.open)`);
}

/** By account: the webhook list that was last applied to all its records. */
const appliedLists = new Map<string, string>();

/**
 * Sets the webhook of records without one by their url, once per list. Null (list unknown): the next call
 * with a list covers the records stored meanwhile.
 */
export async function assignWebhooks(accountId: string, webhooks: WebhooksByUrl | null): Promise<void> {
  const list = webhooks === null ? null : JSON.stringify([...webhooks]);
  if (webhooks === null || list === null) return void appliedLists.delete(accountId);
  if (appliedLists.get(accountId) === list) return;
  const pairs = [...webhooks].map(([url, id]) => sql`(${url}, ${id})`);
  if (pairs.length > 0)
    await db().transaction(async (tx) => {
      await lockRecords(tx, accountId);
      await tx.execute(sql`
        update deliveries d
        set webhook_id = w.id, derived = array_append(d.derived, 'webhookId')
        from (values ${sql.join(pairs, sql`, `)}) as w (url, id)
        where d.account_id = ${accountId} and d.webhook_id is null and md5(d.url) = md5(w.url) and d.url = w.url`);
    });
  appliedLists.set(accountId, list);
}
