import 'server-only';
import { sql } from 'drizzle-orm';
import type { Args } from '#lib/api/serve.ts';
import type { LastNotice } from '#lib/deliveries/contract.ts';
import { rowsOf } from '#lib/deliveries/server/rows.ts';

type Row = {
  transaction_id: string;
  event: string | null;
  status: number | null;
  delivered: boolean | null;
  attempts: number | null;
  queued: boolean;
};

/**
 * The notice of each of these transactions, in one query: its open failure where there is one (decision 11), else
 * what was accepted last; `queued` while a resend of it was accepted and nothing came since. A dispute's notice is
 * none of the transaction's state. Transactions of which the index knows nothing are absent.
 */
export async function lastNotices(accountId: string, ids: readonly string[]): Promise<LastNotice[]> {
  const those = sql`any(${sql.param([...ids])}::text[])`;
  const rows = await rowsOf<Row>(sql`
    with told as (
      select distinct on (transaction_id) transaction_id, event, status, delivered, attempts
      from deliveries
      where account_id = ${accountId} and transaction_id = ${those} and event is distinct from 'INFRACTION_CHANGED'
      order by transaction_id, open desc, delivered desc, created_at desc, id desc
    ), asked as (
      select distinct i.transaction_id
      from resend_items i join resends r on r.id = i.resend_id and r.counts is null
      where i.account_id = ${accountId} and i.transaction_id = ${those}
        and i.state = 'requested' and i.result = 'accepted'
    )
    select coalesce(told.transaction_id, asked.transaction_id) as transaction_id, event, status, delivered, attempts,
      asked.transaction_id is not null as queued
    from told full join asked on asked.transaction_id = told.transaction_id`);
  return rows.map(noticeOf);
}

const noticeOf = ({ transaction_id, event, status, delivered, attempts, queued }: Row): LastNotice => ({
  transactionId: transaction_id,
  state: queued ? 'queued' : delivered === true ? 'delivered' : 'failed',
  event,
  lastStatus: status,
  attempts: attempts ?? 0,
});

/** The same for whoever reads the account, where its service keeps a history of notices. */
export async function getLastNotices({
  ctx,
  query: { transactionIds: ids },
}: Args<'GET /deliveries/notices'>): Promise<{ items: LastNotice[] }> {
  ctx.part('deliveries');
  return { items: await lastNotices(ctx.account.id, ids) };
}
