import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { db, makePartitions, type Partitioned, rowsOf, type Transaction } from '#lib/data/client.ts';

/** Expired rows are deleted one by one, unless their whole partition is dropped within so many days. */
const SOON_DAYS = 7;
const LOCK_MS = 2_000;

/** Tries once more with new partitions if a row has none: the clock is past the last partition. */
export async function withPartitions<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as { code?: string; message?: string };
    if (code !== '23514' || !message?.startsWith('no partition of relation')) throw error;
    await makePartitions(db());
    return store();
  }
}

/** SQL: rows before this instant are dropped with their partition within 7 days. */
export const dropCutoff = (table: Partitioned, retentionMs: number): SQL => sql`coalesce((
  select max(p.upper) from partitions_of(${table}) p
  where p.upper <= now() - ${retentionMs}::float8 * interval '1 millisecond' + ${SOON_DAYS}::int * interval '1 day'
), '-infinity')`;

/**
 * Drops partitions whose rows all arrived over `retentionMs` ago, after `before`: dropping fires no trigger.
 * Waits at most 2 s for readers of the table; the next run tries again.
 */
export async function dropPartitions(
  table: Partitioned,
  retentionMs: number,
  before: (tx: Transaction, partition: string) => Promise<void>,
): Promise<void> {
  const expired = sql`select p.name from partitions_of(${table}) p
    where p.upper <= now() - ${retentionMs}::float8 * interval '1 millisecond' order by p.upper`;
  for (const { name } of await rowsOf<{ name: string }>(expired))
    await db().transaction(async (tx) => {
      await before(tx, name);
      await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_MS}`));
      await tx.execute(sql`drop table ${sql.identifier(name)}`);
    });
}
