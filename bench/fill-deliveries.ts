import type { Client } from 'pg';

/** Days over which records are spread, within the retention period. */
export const SPREAD_DAYS = 399;

/**
 * SQL that yields callback records in order of time, four fifths of them of one account. Two records a
 * transaction: two successful notices, or a failed one that succeeded later (4.5 %) or never (0.3 %).
 */
const RECORDS = `
  select account, 'cb_' || n as id, 'tx_' || t as transaction_id, webhook_id,
    case when webhook_id is null then 'https://' || host || '/callback' else 'https://hooks.example.com/' || webhook_id end as url,
    case when webhook_id is null then host else 'hooks.example.com' end as host,
    case when t % 20000 = 11 then 'INFRACTION_CHANGED'
      when k < 968 and k >= 920 then 'TRANSACTION_COMPLETED'
      when k >= 968 then (array['TRANSACTION_EXPIRED', 'TRANSACTION_REFUNDED', 'TRANSACTION_CANCELED'])[1 + t % 3]
      when n % 2 = 0 then 'TRANSACTION_PENDING' else 'TRANSACTION_COMPLETED' end as event,
    case when failed then (array[500, 503, 404, null, 502])[1 + t % 5] else 200 end as status,
    not failed as delivered,
    case when not failed then 'delivered' when k < 965 then 'recovered' when t % 4 = 0 then 'given_up' else 'failed' end as outcome,
    case when k between 920 and 967 then 1 + n % 2 else 1 end as attempt,
    case when k between 920 and 967 then 2 else 1 end as attempts,
    failed and k >= 965 and n % 2 = 1 as open,
    60 + (n * 31) % 400 as response_time_ms,
    at as created_at, 1000 + (t * 37) % 500000 as amount, 'pedido-' || t as client_reference,
    case when n % 2 = 0 then 'PENDING' else 'COMPLETED' end as transaction_status
  from (
    select *, k between 965 and 967 or (k between 920 and 964 and n % 2 = 0) as failed,
      case when (t * 7919) % 100 < 80 then $2::text else 'account-' || (t * 7919) % 20 end as account,
      'shop-' || t % 50 || '.example.com' as host,
      case when t % 50000 = 7 then 'wh_rare' when t % 10 < 5 then 'wh_1' when t % 10 < 7 then 'wh_2'
        when t % 10 < 9 then 'wh_' || t % 10 end as webhook_id,
      now() - interval '1 hour' - interval '${SPREAD_DAYS} days' * (1 - n::float8 / $1::bigint) as at
    from (select n, n / 2 as t, ((n / 2) * 613) % 1000 as k from generate_series(1, $1::bigint) n) as numbered
  ) as records`;

const COLUMNS = `id, transaction_id, webhook_id, url, host, event, status, delivered, outcome, attempt, attempts,
  open, response_time_ms, created_at, amount, client_reference, transaction_status`;

/** Empties the index and fills it with `count` records; returns the ms it took. */
export async function fillDeliveries(client: Client, account: string, count: number): Promise<number> {
  const began = performance.now();
  await client.query('truncate deliveries restart identity');
  await monthsSince(client, SPREAD_DAYS + 1);
  const indexes = await secondaryIndexes(client);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query('alter table deliveries disable trigger user');
  await client.query(
    `insert into deliveries (account_id, ${COLUMNS}, last_at, arrived_at)
     select account, ${COLUMNS}, created_at, created_at from (${RECORDS}) r`,
    [count, account],
  );
  await client.query('insert into delivery_keys select account_id, id, arrived_at from deliveries');
  await client.query('alter table deliveries enable trigger user');
  // Counts the existing records as the migration does.
  await client.query(`do $$ begin execute delivery_address_sql('select * from deliveries');
    execute delivery_count_sql('select *, 1 as step from deliveries'); end $$`);
  await client.query(`set maintenance_work_mem = '1GB'`);
  for (const { made } of indexes) await client.query(made);
  await client.query(
    `insert into delivery_indexes (account_id, wanted_until, complete_at, newest_at, from_at, back_done, rows)
     values ($1, now(), now(), now(), now() - interval '${SPREAD_DAYS} days', true, $2)
     on conflict (account_id) do update set wanted_until = excluded.wanted_until, complete_at = excluded.complete_at,
       newest_at = excluded.newest_at, from_at = excluded.from_at, back_done = true, head = null, back = null,
       rows = excluded.rows, version = delivery_indexes.version + 1`,
    [account, Math.round(count * 0.8)],
  );
  await client.query('vacuum analyze deliveries, delivery_counts');
  return performance.now() - began;
}

/** Creates the partitions that an installation of this age has. */
async function monthsSince(client: Client, days: number): Promise<void> {
  const { rows } = await client.query(`select name from partitions_of('deliveries')`);
  for (const { name } of rows) await client.query(`drop table ${name}`);
  await client.query(`do $$ begin execute format('create table deliveries_first partition of deliveries
    for values from (minvalue) to (%L)', partition_end(now() - interval '${days} days')); end $$`);
  await client.query(`select make_partitions('deliveries', now() + interval '70 days')`);
}

/** Indexes are built once after filling, instead of at each row. */
async function secondaryIndexes(client: Client): Promise<{ name: string; made: string }[]> {
  const { rows } = await client.query(
    `select indexname as name, replace(indexdef, ' ON ONLY ', ' ON ') as made from pg_indexes
     where schemaname = 'public' and tablename = 'deliveries' and indexname <> 'deliveries_pk'`,
  );
  return rows;
}
