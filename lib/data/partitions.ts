import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { db, type Transaction } from '#lib/data/client.ts';
import { makePartitions, type Partitioned } from '#lib/data/make-partitions.ts';

/** Rows older than this are taken out one by one, unless their whole partition goes as soon. */
const SOON_DAYS = 7;
const LOCK_MS = 2_000;

/** Once more with new partitions where a row found none: the clock went further than they were made. */
export async function withPartitions<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (!hasNoPlace(error)) throw error;
    await makePartitions(db());
    return store();
  }
}

const hasNoPlace = (error: unknown): boolean => {
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message?: string };
  return code === '23514' && message?.startsWith('no partition of relation') === true;
};

/** The instant before which rows kept for `keptMs` go with their partition within a few days. */
export const soonGone = (table: Partitioned, keptMs: number): SQL => sql`coalesce((
  select max(p.upper) from partitions_of(${table}) p
  where p.upper <= now() - ${keptMs}::float8 * interval '1 millisecond' + ${SOON_DAYS}::int * interval '1 day'
), '-infinity')`;

/**
 * Drops the partitions in which everything arrived longer ago than this (ms). `before` takes leave of the rows that
 * are left in one: no trigger tells of them. Who reads the table meanwhile is not waited for longer than a moment:
 * the next turn tries again.
 */
export async function dropPartitions(
  table: Partitioned,
  keptMs: number,
  before: (tx: Transaction, partition: string) => Promise<void>,
): Promise<void> {
  const { rows } = (await db().execute(
    sql`select p.name from partitions_of(${table}) p
      where p.upper <= now() - ${keptMs}::float8 * interval '1 millisecond' order by p.upper`,
  )) as unknown as { rows: { name: string }[] };
  for (const { name } of rows)
    await db().transaction(async (tx) => {
      await before(tx, name);
      await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_MS}`));
      await tx.execute(sql`drop table ${sql.identifier(name)}`);
    });
}
