import 'server-only';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { moneyStateOf, stayed } from '#lib/core/status/money.ts';
import { rowsOf } from '#lib/data/client.ts';
import { type Incident, IncidentList } from '#lib/deliveries/contract.ts';
import { loadIndex } from '#lib/deliveries/server/get-index-reach.ts';
import { indexState, keepIndexCurrent } from '#lib/deliveries/server/index-state.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const BAR_MS = 120_000;
const MOST = 20;

/** Identity of a receiver: the registered webhook, otherwise the host. */
export const receiver = sql`coalesce(webhook_id, host)`;

type Row = {
  key: string;
  host: string | null;
  url: string | null;
  webhook_id: string | null;
  failing: boolean | null;
  since: string | Date;
  last_status: number | null;
  callbacks: unknown;
  transactions: unknown;
  amount: unknown;
  open: unknown;
};

/**
 * Receivers with open failures. Failing: its last two records or more, of the last day before the newest
 * record, all failed. Guichê's own resends are ignored.
 */
export async function getIncidents(accountId: string): Promise<IncidentList> {
  const state = await indexState(accountId);
  if (!state?.newestAt) return { items: [], open: 0 };
  const now = state.newestAt.getTime();
  const since = new Date(now - DAY_MS).toISOString();
  const found = await rowsOf<Row>(incidentQuery(accountId, since, await paidStatuses(accountId)));
  return {
    items: await Promise.all(found.map((row) => incidentOf(accountId, row, now))),
    open: Number(found[0]?.open ?? 0),
  };
}

/** True if a provider's payment status means that money came. */
export const isPaid = (word: string | null): boolean => stayed(moneyStateOf(word));

/** SQL: money came. The index stores raw statuses, not their meaning. */
async function paidStatuses(accountId: string): Promise<SQL> {
  const rows = await rowsOf<{ word: string | null }>(
    sql`select distinct transaction_status as word from deliveries where account_id = ${accountId} and open`,
  );
  const paid = rows.map(({ word }) => word).filter(isPaid);
  return inArray(sql`transaction_status`, paid);
}

function incidentQuery(accountId: string, since: string, paid: SQL): SQL {
  return sql`
    with notices as (
      select ${receiver} as key, d.* from deliveries d where account_id = ${accountId} and open
    ), counted as (
      select key, max(host) as host, max(webhook_id) as webhook_id, min(created_at) as oldest,
        (array_agg(url order by created_at desc, id desc))[1] as url,
        (array_agg(status order by created_at desc, id desc))[1] as last_status,
        count(*) as callbacks, count(distinct transaction_id) as transactions,
        coalesce(sum(amount) filter (where ${paid}), 0) as amount
      from notices where key is not null group by key
    ), seen as (
      select ${receiver} as key, d.* from deliveries d
      where account_id = ${accountId} and created_at > ${since} and resend_id is null
        and ${receiver} in (select key from counted)
    ), fine as (
      select key, max(created_at) as at from seen where delivered group by key
    ), stopped as (
      select seen.key, min(created_at) as since, (array_agg(status order by created_at desc, seen.id desc))[1] as last
      from seen left join fine on fine.key = seen.key
      where not delivered and (fine.at is null or created_at > fine.at)
      group by seen.key having count(*) >= 2
    )
    select counted.key, host, url, webhook_id, callbacks, transactions, amount,
      stopped.key is not null as failing, coalesce(stopped.since, oldest) as since,
      case when stopped.key is null then last_status else stopped.last end as last_status,
      (select count(*) from notices) as open
    from counted left join stopped on stopped.key = counted.key
    order by failing desc, callbacks desc, amount desc, counted.key limit ${MOST}`;
}

async function incidentOf(accountId: string, row: Row, now: number): Promise<Incident> {
  const url = row.url ?? '';
  const failing = row.failing === true;
  return {
    host: row.host ?? url,
    url,
    webhookId: row.webhook_id,
    failing,
    since: new Date(row.since).toISOString(),
    lastStatus: row.last_status,
    callbacks: Number(row.callbacks),
    transactions: Number(row.transactions),
    amount: Number(row.amount),
    bars: failing ? await barsOf(accountId, row.key, now) : [],
  };
}

/** Bars of the hour before `now` (epoch ms), two minutes each, including empty ones. */
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
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const bar = bars.get(first + index);
    return {
      at: new Date((first + index) * BAR_MS).toISOString(),
      delivered: Number(bar?.delivered ?? 0),
      failed: Number(bar?.failed ?? 0),
    };
  });
}

/** Receivers with open failures, failing ones first. A call keeps the index current. */
export async function listIncidents({ ctx }: { ctx: Ctx }): Promise<IncidentList> {
  ctx.part('deliveries');
  await loadIndex(ctx.account);
  return presentIncidents(ctx);
}

/** The same without waiting for the provider; undefined before the index was complete once. */
export async function listKnownIncidents({ ctx }: { ctx: Ctx }): Promise<IncidentList | undefined> {
  ctx.part('deliveries');
  const { completeAt } = await keepIndexCurrent(ctx.account.id);
  return completeAt === null ? undefined : presentIncidents(ctx);
}

const presentIncidents = async (ctx: Ctx) =>
  serializeFor(ctx, IncidentList, await getIncidents(ctx.account.id));
