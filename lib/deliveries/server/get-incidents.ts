import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Incident } from '#lib/deliveries/contract.ts';
import { indexState } from '#lib/deliveries/server/index-state.ts';
import { rowsOf } from '#lib/deliveries/server/rows.ts';
import { maskReference } from '#lib/mask-text.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BAR_MS = 120_000;
const MOST = 20;

/** A registered webhook is one receiver whatever else lives at its host; others are told apart by host. */
const receiver = sql`coalesce(webhook_id, host)`;
const open = sql`outcome in ('failed', 'given_up')`;

type Row = {
  key: string;
  host: string | null;
  url: string | null;
  webhook_id: string | null;
  since: string | Date;
  last_status: number | null;
  callbacks: unknown;
  transactions: unknown;
  amount: unknown;
};

/**
 * Receivers that take nothing now: their last two records or more failed, none was delivered since. Guichê's own
 * resends say nothing about them. By the index, within the last day before its newest record; worst first.
 */
export async function getIncidents(accountId: string): Promise<Incident[]> {
  const state = await indexState(accountId);
  if (state?.newestAt === null || state?.newestAt === undefined) return [];
  const now = state.newestAt.getTime();
  const mine = sql`account_id = ${accountId} and created_at > ${new Date(now - DAY_MS).toISOString()}
    and resend_id is null`;
  const found = await rowsOf<Row>(failing(mine));
  return Promise.all(found.map((row) => incidentOf(accountId, row, now)));
}

function failing(mine: SQL): SQL {
  return sql`
    with troubled as (
      select distinct ${receiver} as key from deliveries where ${mine} and outcome in ('failed', 'given_up')
    ), seen as (
      select ${receiver} as key, d.* from deliveries d
      where ${mine} and ${receiver} in (select key from troubled)
    ), fine as (
      select key, max(created_at) as at from seen where delivered group by key
    ), failed as (
      select seen.* from seen left join fine on fine.key = seen.key
      where not seen.delivered and (fine.at is null or seen.created_at > fine.at)
    ), paid as (
      select key, sum(amount) as amount from (
        select distinct key, transaction_id, amount from failed
        where ${open} and transaction_status = 'COMPLETED' and amount is not null
      ) as each_once group by key
    )
    select failed.key, max(host) as host, max(webhook_id) as webhook_id, min(created_at) as since,
      (array_agg(url order by created_at desc, id desc))[1] as url,
      (array_agg(status order by created_at desc, id desc))[1] as last_status,
      count(distinct coalesce(transaction_id, id) || ' ' || coalesce(event, '')) filter (where ${open}) as callbacks,
      count(distinct transaction_id) filter (where ${open}) as transactions,
      coalesce(max(paid.amount), 0) as amount
    from failed left join paid on paid.key = failed.key
    group by failed.key
    having count(*) >= 2 and count(*) filter (where ${open}) > 0
    order by callbacks desc, amount desc, failed.key limit ${MOST}`;
}

async function incidentOf(accountId: string, row: Row, now: number): Promise<Incident> {
  const url = row.url ?? '';
  return {
    host: row.host ?? url,
    url: maskReference(url),
    webhookId: row.webhook_id,
    since: new Date(row.since).toISOString(),
    lastStatus: row.last_status,
    callbacks: Number(row.callbacks),
    transactions: Number(row.transactions),
    amount: Number(row.amount),
    bars: await barsOf(accountId, row.key, now),
  };
}

/** The hour before `now` (epoch ms), two minutes a bar, empty ones too. */
async function barsOf(accountId: string, key: string, now: number): Promise<Incident['bars']> {
  const last = Math.floor(now / BAR_MS);
  const first = last - HOUR_MS / BAR_MS + 1;
  const rows = await rowsOf<{ bar: unknown; delivered: unknown; failed: unknown }>(sql`
    select floor(extract(epoch from created_at) * 1000 / ${BAR_MS}::int) as bar,
      count(*) filter (where delivered) as delivered, count(*) filter (where not delivered) as failed
    from deliveries
    where account_id = ${accountId} and created_at >= ${new Date(first * BAR_MS).toISOString()}
      and resend_id is null and ${receiver} = ${key}
    group by 1`);
  const bars = new Map(rows.map((row) => [Number(row.bar), row]));
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const bar = bars.get(first + place);
    return {
      at: new Date((first + place) * BAR_MS).toISOString(),
      delivered: Number(bar?.delivered ?? 0),
      failed: Number(bar?.failed ?? 0),
    };
  });
}
