import 'server-only';
import { sql } from 'drizzle-orm';
import { listAccounts } from '#lib/accounts/server/account.ts';
import { settings } from '#lib/core/env/settings.ts';
import { db, type Transaction } from '#lib/data/client.ts';
import { acquireLease } from '#lib/data/jobs/leases.ts';
import { makePartitions } from '#lib/data/make-partitions.ts';
import { dropPartitions } from '#lib/data/partitions.ts';
import { longestRetention } from '#lib/deliveries/server/index-state.ts';

const DAY_MS = 86_400_000;
const TURN_MS = 3_600_000;

/** Creates the partitions needed next and drops those past every retention. */
export async function syncPartitions(): Promise<void> {
  if (!(await acquireLease('partitions', TURN_MS - 60_000))) return;
  await makePartitions(db());
  await dropOldPartitions();
}

export async function dropOldPartitions(): Promise<void> {
  await dropPartitions('deliveries', longestRetention(await listAccounts()), uncountDeliveries);
  await dropPartitions('received_callbacks', settings().mirrorDays * DAY_MS, async (tx, name) => {
    await tx.execute(sql`
      delete from received_keys k using ${sql.identifier(name)} p
      where k.account_id = p.account_id and k.dedupe_key = p.dedupe_key`);
  });
}

/** Removes a partition's rows from the counts, the keys, the closings and the index sizes. */
async function uncountDeliveries(tx: Transaction, name: string): Promise<void> {
  const partition = sql.identifier(name);
  await tx.execute(
    sql.raw(`do $$ begin execute delivery_count_sql('select *, -1 as step from ${name}'); end $$`),
  );
  await tx.execute(sql`
    delete from closed_failures c using ${partition} p where c.account_id = p.account_id and c.delivery_id = p.id`);
  await tx.execute(sql`
    delete from delivery_keys k using ${partition} p where k.account_id = p.account_id and k.id = p.id`);
  await tx.execute(sql`
    update delivery_indexes i set rows = i.rows - p.rows, version = i.version + 1
    from (select account_id, count(*)::int as rows from ${partition} group by 1) p
    where p.account_id = i.account_id`);
}
